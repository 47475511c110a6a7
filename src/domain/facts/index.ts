/** Public entry point of the fact kernels: FactQueries over rows that are already in the browser. */
export { evaluate } from './evaluate.ts'
export { indexFacts } from './fact-index.ts'
export type { FactIndex } from './fact-index.ts'

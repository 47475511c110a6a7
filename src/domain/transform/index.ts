/** Public entry point of the transforms: steps of a layout as pure functions over frames. */
export { stepThrough } from './run.ts'
export type { StepReport } from './run.ts'

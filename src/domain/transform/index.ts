/** The door of the transforms: steps of a layout as pure functions over frames. */
export { runTransform, stepThrough } from './run.ts'
export type { StepReport } from './run.ts'

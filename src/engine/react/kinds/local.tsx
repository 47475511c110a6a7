/** One local of a list: chosen as one of any list is. */
export { default } from './single.tsx'

/** A quarter: Q1 to Q4, as the specification writes them. */
import { NumberSelect } from '../number-select.tsx'
import type { ControlProps } from '../services.tsx'

export default function QuarterControl(props: ControlProps) {
  return <NumberSelect {...props} from={1} to={4} nameOf={(quarter) => `Q${quarter}`} />
}

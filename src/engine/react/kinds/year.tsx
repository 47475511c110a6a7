/** A year, the newest first. */
import { NumberSelect } from '../number-select.tsx'
import type { ControlProps } from '../services.tsx'

export default function YearControl(props: ControlProps) {
  const { min = 0, max = 0 } = props.param
  return <NumberSelect {...props} from={min} to={max} isNewestFirst />
}

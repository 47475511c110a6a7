/** A month by its name. */
import { monthName } from '#domain/written'
import { useUi } from '#ui'
import { NumberSelect } from '../number-select.tsx'
import type { ControlProps } from '../services.tsx'

export default function MonthControl(props: ControlProps) {
  const { locale } = useUi()
  return <NumberSelect {...props} from={1} to={12} nameOf={(month) => monthName(month, locale)} />
}

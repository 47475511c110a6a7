import { Checkbox } from '../checkbox.tsx'
import { useUi } from '../provider.tsx'
import type { TableSelection } from './types.ts'

export function SelectAll({ isAll, isSome, onAll }: TableSelection) {
  const { t } = useUi()
  return <Checkbox aria-label={t('ui.table.selectAll')} isSelected={isAll} isIndeterminate={isSome} onChange={onAll} />
}

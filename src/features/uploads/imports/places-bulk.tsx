import type { ImportPlaceChoice } from '#schemas/generated/entities/import-settings.ts'
import { Button, useUi } from '#ui'
import css from './imports.module.css'

interface BulkProps {
  count: number
  onAll: (make: (place: string) => ImportPlaceChoice) => void
  onForget: () => void
  onClear: () => void
}

/** Bulk actions on the chosen places. */
export function Bulk({ count, onAll, onForget, onClear }: BulkProps) {
  const { t } = useUi()
  return (
    <div className={css.bulk} role="status">
      <span>{t('ui.table.chosen', { count: count })}</span>
      <Button size="small" onPress={() => onAll((place) => ({ place, name: place }))}>
        {t('imports:places.allNew')}
      </Button>
      <Button size="small" onPress={() => onAll((place) => ({ place, skip: true }))}>
        {t('imports:places.allSkipped')}
      </Button>
      <Button size="small" kind="quiet" onPress={onForget}>
        {t('imports:places.asFound')}
      </Button>
      <Button size="small" kind="quiet" onPress={onClear}>
        {t('ui.table.clearSelection')}
      </Button>
    </div>
  )
}

/** Said above the editor while another tab of this browser works on the same dashboard. */
import { Button, Notice, useUi } from '#ui'
import type { Hold } from '../model/hold.ts'

export function HoldNotice({ hold, onTakeOver }: { hold: Hold; onTakeOver: () => void }) {
  const { t } = useUi()
  if (hold === 'held') return null
  return (
    <Notice
      kind="warn"
      title={t(`editor:hold.${hold}`)}
      action={
        <Button size="small" onPress={onTakeOver}>
          {t('editor:hold.takeOver')}
        </Button>
      }
    >
      {t('editor:hold.notKept')}
    </Notice>
  )
}

/** A one-time code in sight this once, for the administrator who made it to pass on. */
import { clockTime } from '#domain/moment'
import type { OtpHanded } from '#schemas/generated/api/otp-handed.ts'
import { Button, Dialog, Notice, useUi } from '#ui'
import css from '../admin.module.css'
import { Copyable } from '../copyable.tsx'

export function CodeDialog({
  handed: { username, code, expiresAt },
  onClose,
}: {
  handed: OtpHanded
  onClose: () => void
}) {
  const { t } = useUi()
  const done = (
    <Button kind="primary" onPress={onClose}>
      {t('admin:users.codeDone')}
    </Button>
  )
  return (
    <Dialog isOpen isBlocking onClose={onClose} title={t('admin:users.codeTitle', { name: username })} actions={done}>
      <div className={css.secret}>
        <Notice kind="warn">{t('admin:users.codeOnce', { time: clockTime(expiresAt) })}</Notice>
        <Copyable label={t('admin:users.codeField')} text={code} />
      </div>
    </Dialog>
  )
}

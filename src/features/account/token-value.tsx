import type { ApiTokenMade } from '#schemas/generated/api/api-token-made.ts'
import { Button, TextField, toasts, useUi } from '#ui'
import { CopyIcon } from '#ui/icons/index.tsx'
import css from './account.module.css'

/** In sight this once: the server keeps only its hash. */
export function Value({ token: { name, token } }: { token: ApiTokenMade }) {
  const { t } = useUi()
  const copy = () =>
    void navigator.clipboard.writeText(token).then(
      () => {
        toasts.success(t('account:tokens.copied'))
      },
      () => {
        toasts.error(t('account:tokens.copyFailed'))
      },
    )
  return (
    <div className={css.value} role="status">
      <TextField
        label={t('account:tokens.made', { name })}
        help={t('account:tokens.once')}
        isReadOnly
        value={token}
        onChange={() => undefined}
      />
      <Button kind="primary" icon={<CopyIcon />} onPress={copy}>
        {t('account:tokens.copy')}
      </Button>
    </div>
  )
}

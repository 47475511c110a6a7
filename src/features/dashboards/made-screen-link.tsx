import { Button, TextField, toasts, useUi } from '#ui'
import { CopyIcon } from '#ui/icons/index.tsx'
import css from './screens-panel.module.css'

/** In sight this once: the server keeps only its hash. */
export function MadeLink({ name, link }: { name: string; link: string }) {
  const { t } = useUi()
  const copy = () =>
    void navigator.clipboard.writeText(link).then(
      () => {
        toasts.success(t('screens:copied'))
      },
      () => {
        toasts.error(t('screens:copyFailed'))
      },
    )
  return (
    <div className={css.link} role="status">
      <TextField
        label={t('screens:made', { name })}
        help={t('screens:once')}
        isReadOnly
        value={link}
        onChange={() => undefined}
      />
      <Button kind="primary" icon={<CopyIcon />} onPress={copy}>
        {t('screens:copy')}
      </Button>
    </div>
  )
}

import type { PublicLinkMade } from '#schemas/generated/api/public-link-made.ts'
import { Button, TextField, toasts, useUi } from '#ui'
import { CopyIcon } from '#ui/icons/index.tsx'
import css from './links.module.css'

/** In sight this once: the server keeps only its hash. */
export function MadeLink({ made: { name, origins }, link }: { made: PublicLinkMade; link: string }) {
  const { t } = useUi()
  const copy = (text: string) =>
    void navigator.clipboard.writeText(text).then(
      () => {
        toasts.success(t('links:copied'))
      },
      () => {
        toasts.error(t('links:copyFailed'))
      },
    )
  const frame = `<iframe src="${link}" title="${name.replaceAll(/["&<>]/g, ' ')}" width="100%" height="800"></iframe>`
  return (
    <div className={css.made} role="status">
      <TextField
        label={t('links:made', { name })}
        help={t('links:once')}
        isReadOnly
        value={link}
        onChange={() => undefined}
      />
      <div className={css.buttons}>
        <Button kind="primary" icon={<CopyIcon />} onPress={() => copy(link)}>
          {t('links:copy')}
        </Button>
        {origins.length > 0 && (
          <Button icon={<CopyIcon />} onPress={() => copy(frame)}>
            {t('links:copyFrame')}
          </Button>
        )}
      </div>
    </div>
  )
}

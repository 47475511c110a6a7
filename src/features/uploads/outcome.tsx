/** How an upload ended, in the words of the specification (2, section 8). */
import { isRecord } from '#domain/record'
import type { UploadKind } from '#domain/uploads'
import { Notice, useUi } from '#ui'
import type { Stage } from './use-upload.ts'
import { useUploads } from './uploads-frame.tsx'

/** The field that a refusal names. */
function fieldOf(cause: unknown): string | null {
  const details = isRecord(cause) && isRecord(cause.details) ? cause.details : {}
  return typeof details.field === 'string' && details.field !== '' ? details.field : null
}

export function Outcome({ kind, stage }: { kind: UploadKind; stage: Stage }) {
  const { t, locale } = useUi()
  const { say } = useUploads()
  if (stage.name === 'loaded') {
    const { added, changed, unchanged, missing } = stage.upload
    const number = new Intl.NumberFormat(locale)
    return (
      <Notice kind="good" title={t('uploads:done.title')}>
        <p>
          {t('uploads:done.text')}{' '}
          {t('uploads:done.counts', {
            added: number.format(added),
            changed: number.format(changed),
            unchanged: number.format(unchanged),
          })}
        </p>
        {missing.length > 0 && (
          <p>
            {t('uploads:done.missing')} {missing.slice(0, 10).join(', ')}
          </p>
        )}
      </Notice>
    )
  }
  if (stage.name === 'unchanged')
    return (
      <Notice kind="warn" title={t(`uploads:unchanged.${kind}`)}>
        {t('uploads:unchanged.text')}
      </Notice>
    )
  if (stage.name !== 'refused') return null
  const field = fieldOf(stage.cause)
  return (
    <Notice kind="bad" title={field === null ? t('uploads:failed') : t('uploads:fieldInvalid', { field })}>
      {say(stage.cause)}
    </Notice>
  )
}

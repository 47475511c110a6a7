import { verdictsOf } from '#domain/hubble'
import type { MacVerdicts } from '#schemas/generated/api/mac-verdicts.ts'
import type { MacValidation } from '#schemas/generated/entities/mac-validation.ts'
import { Badge, Button, Card, type Tone, TextField, toasts, useUi } from '#ui'
import { PlusIcon } from '#ui/icons/index.tsx'
import { useMemo, useState } from 'react'
import { useAdmin } from '../admin-frame.tsx'
import { useFleet } from './fleet-frame.tsx'
import { useFleetRefresh } from './fleet-queries.ts'
import css from './hubble.module.css'

const MAX_LINES = 1000
const EXAMPLE = '00:1E:42:0A:0B:0C\nAC8674000001'

type Verdict = MacVerdicts['verdicts'][number]
const TONES: Readonly<Record<Verdict['verdict'], Tone>> = {
  added: 'good',
  known: 'neutral',
  repeated: 'warn',
  invalid: 'bad',
}

export function Paste({ known }: { known: readonly MacValidation[] }) {
  const { t } = useUi()
  const { say } = useAdmin()
  const api = useFleet()
  const refresh = useFleetRefresh()
  const [text, setText] = useState('')
  const [sent, setSent] = useState<readonly Verdict[] | null>(null)
  const [isBusy, setBusy] = useState(false)
  const macs = useMemo(() => new Set(known.map(({ mac }) => mac)), [known])
  // The verdict of the server, while typing; the same rule decides there.
  const expected = useMemo(() => verdictsOf(text.split(/[\n,;]/), macs), [text, macs])
  const shown = text === '' ? sent : expected
  const error = expected.length > MAX_LINES ? t('fleet:validator.tooMany', { count: MAX_LINES }) : null
  const send = async () => {
    setBusy(true)
    try {
      const { verdicts } = await api.validateAll(expected.map((one) => one.text))
      setSent(verdicts)
      setText('')
      toasts.success(t('fleet:validator.done', { count: verdicts.filter(({ verdict }) => verdict === 'added').length }))
      await refresh()
    } catch (cause) {
      toasts.error(say(cause))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card title={t('fleet:validator.paste')}>
      <div className={css.paste}>
        <div className={css.lines}>
          <TextField
            label={t('fleet:validator.lines')}
            rows={6}
            placeholder={EXAMPLE}
            help={t('fleet:validator.linesHelp')}
            value={text}
            onChange={setText}
            error={error}
          />
        </div>
        <div className={css.verdicts} aria-live="polite">
          {shown === null || shown.length === 0 ? (
            <p className={css.lead}>{t('fleet:validator.nothing')}</p>
          ) : (
            <ul aria-label={t('fleet:validator.verdicts')} className={css.list}>
              {shown.map(({ text: line, mac, maker, verdict }, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- lines may be equal, and have nothing else
                <li key={at}>
                  <Badge tone={TONES[verdict]}>
                    {t(
                      text === ''
                        ? `fleet:verdict.${verdict}`
                        : `fleet:verdict.${verdict === 'added' ? 'new' : verdict}`,
                    )}
                  </Badge>
                  <code>{mac ?? line}</code>
                  {maker !== null && <span className={css.muted}>{t(`fleet:maker.${maker}`)}</span>}
                </li>
              ))}
            </ul>
          )}
        </div>
        <div>
          <Button
            kind="primary"
            icon={<PlusIcon />}
            isPending={isBusy}
            isDisabled={error !== null || !expected.some(({ verdict }) => verdict === 'added')}
            onPress={() => void send()}
          >
            {t('fleet:validator.send')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

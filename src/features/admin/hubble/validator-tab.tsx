/**
 * MAC addresses that wait to be seen: a list is pasted, each line gets its verdict, and the table says what has come
 * since.
 */
import { verdictsOf } from '#domain/hubble'
import type { MacVerdicts } from '#schemas/generated/api/mac-verdicts.ts'
import type { MacValidation } from '#schemas/generated/entities/mac-validation.ts'
import {
  Badge,
  Button,
  Card,
  EmptyState,
  IconButton,
  type ResourceColumn,
  ResourceTable,
  type Tone,
  TextField,
  toasts,
  useUi,
} from '#ui'
import { ChartLineIcon, CheckIcon, PlusIcon, TrashIcon } from '#ui/icons/index.tsx'
import { useMemo, useState } from 'react'
import { useAdmin } from '../admin-frame.tsx'
import { PATHS } from '../paths.ts'
import { useList } from '../use-list.ts'
import { useFleet } from './fleet-frame.tsx'
import { useFleetRefresh } from './fleet-queries.ts'
import { useHub } from './hub-queries.ts'
import { useRemovingEntry } from './hub-table.tsx'
import { PingsDialog } from './pings-dialog.tsx'
import css from './hubble.module.css'

const STATES = { heard: 'up', knocked: 'warn', waiting: 'closed' } as const
const MOST_LINES = 1000
const EXAMPLE = '00:1E:42:0A:0B:0C\nAC8674000001'

export function ValidatorTab() {
  const { t } = useUi()
  const rows = useHub('validator')
  const list = useList()
  const removing = useRemovingEntry()
  const [pinged, setPinged] = useState<string | null>(null)
  const columns: ResourceColumn<MacValidation>[] = [
    { attr: 'mac', label: t('fleet:mac') },
    {
      attr: 'state',
      label: t('fleet:validator.state'),
      type: 'FootState',
      value: ({ state }) => STATES[state],
      options: {
        names: {
          up: t('fleet:validator.heard'),
          warn: t('fleet:validator.knocked'),
          closed: t('fleet:validator.waiting'),
        },
      },
    },
    { attr: 'lastAt', label: t('fleet:lastAt'), type: 'Date' },
    {
      attr: 'maker',
      label: t('fleet:maker.label'),
      options: {
        names: {
          brickstream: t('fleet:maker.brickstream'),
          openmesh: t('fleet:maker.openmesh'),
          teltonika: t('fleet:maker.teltonika'),
        },
      },
    },
    {
      attr: 'footscan',
      label: t('fleet:footscan'),
      type: 'Link',
      value: ({ footscan }) => t(footscan === null ? 'fleet:footscans.add' : 'fleet:validator.known'),
      options: {
        href: ({ footscan, mac }) =>
          footscan === null ? `${PATHS.footscans.add}?mac=${mac}` : PATHS.footscans.edit(footscan),
      },
    },
    { attr: 'addedAt', label: t('fleet:validator.addedAt'), type: 'Date' },
  ]
  return (
    <div className={css.tab}>
      <p className={css.lead}>{t('fleet:hub.lead.validator')}</p>
      <Paste known={rows.data ?? []} />
      <ResourceTable
        label={t('fleet:hub.tab.validator')}
        columns={columns}
        rows={rows}
        rowKey={({ mac }) => mac}
        state={list.state}
        onStateChange={list.onStateChange}
        rowActions={({ mac }) => (
          <span className={css.rowActions}>
            <IconButton
              plain
              size="small"
              label={t('fleet:pings.label', { mac })}
              icon={<ChartLineIcon />}
              onPress={() => setPinged(mac)}
            />
            <IconButton
              plain
              size="small"
              label={t('admin:removeName', { name: mac })}
              icon={<TrashIcon />}
              onPress={() => void removing('validator', mac)}
            />
          </span>
        )}
        empty={
          <EmptyState icon={<CheckIcon size={20} />} title={t('fleet:hub.none.validator')}>
            {t('fleet:hub.noneValidatorText')}
          </EmptyState>
        }
      />
      {pinged !== null && <PingsDialog mac={pinged} onClose={() => setPinged(null)} />}
    </div>
  )
}

type Verdict = MacVerdicts['verdicts'][number]
const TONES: Readonly<Record<Verdict['verdict'], Tone>> = {
  added: 'good',
  known: 'neutral',
  repeated: 'warn',
  invalid: 'bad',
}

function Paste({ known }: { known: readonly MacValidation[] }) {
  const { t } = useUi()
  const { say } = useAdmin()
  const api = useFleet()
  const refresh = useFleetRefresh()
  const [text, setText] = useState('')
  const [sent, setSent] = useState<readonly Verdict[] | null>(null)
  const [isBusy, setBusy] = useState(false)
  const macs = useMemo(() => new Set(known.map(({ mac }) => mac)), [known])
  // What the server will say, while it is typed; the same rule decides there.
  const expected = useMemo(() => verdictsOf(text.split(/[\n,;]/), macs), [text, macs])
  const shown = text === '' ? sent : expected
  const error = expected.length > MOST_LINES ? t('fleet:validator.tooMany', { count: MOST_LINES }) : null
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

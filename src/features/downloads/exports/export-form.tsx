/** The content of an export: which clients and locals, which days, which rows and columns, as which file. */
import { useQuery } from '@tanstack/react-query'
import { EXPORT_FORMATS, EXPORT_GRAINS, EXPORT_MEASURES, SHEET_MAX_ROWS } from '#domain/export'
import type { Client } from '#schemas/generated/entities/client.ts'
import {
  Button,
  Checkbox,
  DateRangePicker,
  EntityMultiSelector,
  MultiSelect,
  Notice,
  SegmentedControl,
  Select,
  useUi,
} from '#ui'
import { DownloadIcon } from '#ui/icons/index.tsx'
import { useState } from 'react'
import { Labelled } from '../labelled.tsx'
import { TRAFFIC_CHOICES } from '#domain/traffic-kinds'
import { draftOf, type ExportChoice, FIRST_DAY, isRange } from './export-choice.ts'
import { useExports } from './exports-frame.tsx'
import type { Refusal } from './refusal.ts'
import css from '../downloads.module.css'

interface ExportFormProps {
  readonly clients: readonly Client[]
  readonly choice: ExportChoice
  readonly set: (part: Partial<ExportChoice>) => void
  readonly start: () => void
  readonly isStarting: boolean
  readonly refusal: Refusal | null
}

export function ExportForm({ clients, choice, set, start, isStarting, refusal }: ExportFormProps) {
  const { t, format } = useUi()
  const { api } = useExports()
  const [only] = choice.clients
  const isOne = choice.clients.length === 1
  const locals = useQuery({
    queryKey: ['exports', 'locals', only],
    queryFn: ({ signal }) => api.locals(only ?? 0, signal),
    enabled: isOne,
  })
  const draft = draftOf(choice)
  const items = (list: readonly { id: number; name: string }[]) => list.map(({ id, name }) => ({ id, name }))
  const trafficName = (kind: (typeof TRAFFIC_CHOICES)[number]) =>
    t(kind === 'main' || kind === 'all' ? `downloads:export.traffic.${kind}` : `app:traffic.${kind}`)
  const note =
    choice.format === 'xlsx'
      ? t('downloads:export.format.xlsxNote', { n: format.exact(SHEET_MAX_ROWS, 'count') })
      : t(`downloads:export.format.${choice.format}Note`)
  return (
    <form
      className={css.form}
      aria-label={t('downloads:export.title')}
      onSubmit={(event) => {
        event.preventDefault()
        if (draft !== null && !isStarting) start()
      }}
    >
      <div className={css.fields}>
        <EntityMultiSelector
          label={t('downloads:export.clients')}
          isRequired
          items={items(clients)}
          value={choice.clients}
          onChange={(next) => set({ clients: next, locals: [] })}
        />
        <EntityMultiSelector
          label={t('downloads:export.locals')}
          items={items(locals.data ?? [])}
          value={choice.locals}
          isDisabled={!isOne || locals.data === undefined}
          placeholder={t('downloads:export.allLocals')}
          error={locals.error === null ? null : t('downloads:localsFailed')}
          help={isOne ? undefined : t('downloads:export.localsOfOne')}
          onChange={(next) => set({ locals: next })}
        />
      </div>
      <Range choice={choice} set={set} />
      <Labelled label={t('downloads:export.grain')} note={t(`downloads:export.grain.${choice.grain}Note`)}>
        <SegmentedControl
          label={t('downloads:export.grain')}
          value={choice.grain}
          segments={EXPORT_GRAINS.map((id) => ({ id, label: t(`downloads:export.grain.${id}`) }))}
          onChange={(grain) => set({ grain })}
        />
      </Labelled>
      <div className={css.fields}>
        <MultiSelect
          label={t('downloads:export.measures')}
          options={EXPORT_MEASURES.map((id) => ({ id, label: id }))}
          value={choice.measures}
          placeholder={t('downloads:export.allMeasures')}
          onChange={(measures) => set({ measures })}
        />
        <Select
          label={t('downloads:export.traffic')}
          options={TRAFFIC_CHOICES.map((id) => ({ id, label: trafficName(id) }))}
          value={choice.traffic}
          onChange={(traffic) => set({ traffic: traffic ?? 'main' })}
        />
      </div>
      <div className={css.labelled}>
        <Checkbox isSelected={choice.outside} onChange={(outside) => set({ outside })}>
          {t('downloads:export.outside')}
        </Checkbox>
        <p className={css.hint}>{t('downloads:export.outsideNote')}</p>
      </div>
      <Labelled label={t('downloads:format')} note={note}>
        <SegmentedControl
          label={t('downloads:format')}
          value={choice.format}
          segments={EXPORT_FORMATS.map((id) => ({
            id,
            label: t(id === 'xlsx' ? 'downloads:format.xlsx' : `downloads:export.format.${id}`),
          }))}
          onChange={(next) => set({ format: next })}
        />
      </Labelled>
      <div className={css.go}>
        <Button kind="primary" type="submit" icon={<DownloadIcon />} isDisabled={draft === null} isPending={isStarting}>
          {t('downloads:export.start')}
        </Button>
        {draft === null && (
          <p role="status" className={css.hint}>
            {t(choice.clients.length === 0 ? 'downloads:missing.client' : 'downloads:missing.range')}
          </p>
        )}
      </div>
      {refusal !== null && (
        <Notice kind="bad" title={t('downloads:export.refused')}>
          {refusal.text}
          {refusal.elsewhere.length > 0 && (
            <>
              <ul>
                {refusal.elsewhere.map(({ kind, href }) => (
                  <li key={href}>
                    <a href={href}>{t(`downloads:export.has.${kind}`)}</a>
                  </li>
                ))}
              </ul>
              <p>{t('downloads:export.hasCsv', { action: t('app:frame.csv') })}</p>
            </>
          )}
        </Notice>
      )}
    </form>
  )
}

/** An incomplete input stays in the field and is no range yet. */
function Range({ choice, set }: Pick<ExportFormProps, 'choice' | 'set'>) {
  const { t } = useUi()
  const { today } = useExports()
  const [typed, setTyped] = useState<ExportChoice['range']>(null)
  const shown = typed ?? choice.range
  const wrong =
    shown === null || shown.end < FIRST_DAY || shown.begin < FIRST_DAY
      ? null
      : shown.end > today()
        ? t('errors:DOWNLOAD_DATE_FUTURE', { end: shown.end, latest: today() })
        : shown.begin > shown.end
          ? t('errors:DATES_INCORRECT')
          : null
  return (
    <div className={css.range}>
      <DateRangePicker
        label={t('downloads:range')}
        isRequired
        value={shown}
        max={today()}
        help={t('downloads:export.range.help')}
        error={wrong}
        onChange={(range) => {
          setTyped(range)
          set({ range: isRange(range, today()) ? range : null })
        }}
      />
    </div>
  )
}

/**
 * A rule about a figure of a widget: which column and rows, which limits, and what it would say of the figures on show.
 */
import { areLimits } from '#domain/figure-rule'
import type { FigureTable, FigureWish } from '#domain/figure-rule'
import type { AlertRuleDraft } from '#schemas/generated/api/alert-rule-draft.ts'
import type { FigureWatchDraft } from '#schemas/generated/api/figure-watch-draft.ts'
import type { AlertRecipient } from '#schemas/generated/entities/alert-recipient.ts'
import { findMetric } from '#domain/metrics/index'
import type { Dashboard, Projection, WidgetDialogProps } from '#engine'
import { figureTable } from '#engine/core/run/figure-table'
import { clientFilter, pageClient } from '#engine/core/run/page-client'
import { isFixed } from '#engine/core/params/period-address'
import { isRecord } from '#domain/record'
import {
  Button,
  Dialog,
  EmptyState,
  EntityMultiSelector,
  Notice,
  NumberField,
  Select,
  TextField,
  toasts,
  useUi,
} from '#ui'
import { useEffect, useMemo, useState } from 'react'
import type { AlertsApi } from '../../api/alerts.ts'
import { NAME_LETTERS } from './rule-values.ts'
import { rowsText } from './rule-text.ts'
import css from './alerts.module.css'
import { FigureVerdicts } from './figure-verdicts.tsx'

export interface FigureAlertPorts {
  readonly api: Pick<AlertsApi, 'addRule' | 'recipients'>
  /** Id of the dashboard. */
  readonly dashboard: string
  /** Query string of the page now. */
  readonly search: () => string
  /** The choices in the filters; one at its default is left out. */
  readonly chosen: (dashboard: Dashboard) => Record<string, unknown>
  /** The message of an error, in the reader's language. */
  readonly say: (cause: unknown) => string
}

type Props = WidgetDialogProps & { ports: FigureAlertPorts }

export function FigureAlertDialog(props: Props) {
  const { t, locale } = useUi()
  const { dashboard, title, projection, onClose } = props
  const { labels } = dashboard.store.getState()
  const table = useMemo(
    () => (projection == null ? null : figureTable(projection, { labels, locale })),
    [projection, labels, locale],
  )
  const client = pageClient(dashboard)
  const named = t('alerts:watch.title', { title })
  if (client !== null && table !== null && table.columns.length > 0 && table.rows.length > 0)
    return (
      <FigureForm
        {...props}
        title={title}
        named={named}
        client={client}
        table={table}
        target={targetIn(projection, table)}
      />
    )
  return (
    <Dialog isOpen onClose={onClose} title={named}>
      {client === null ? (
        <Notice kind="warn">{t('alerts:watch.noClient')}</Notice>
      ) : (
        <EmptyState title={t('alerts:watch.nothing')} />
      )}
    </Dialog>
  )
}

type Side = 'above' | 'below' | 'outside'

/** The value to reach of the first row, and on which side of it the figure misses it. */
interface Target {
  readonly value: number
  readonly side: 'above' | 'below'
}

function targetIn(projection: Projection | null | undefined, { rows, isOfMeasures }: FigureTable): Target | null {
  const value = isOfMeasures ? rows[0]?.cells.target?.value : null
  const metric = projection?.columns.find(({ id }) => id === 'target')?.metric
  const isLower = metric !== undefined && findMetric(metric)?.betterWhen === 'down'
  return value == null ? null : { value, side: isLower ? 'above' : 'below' }
}

/** Filters of days: those that follow the calendar, and those that stay as they were chosen. */
function periodNames(dashboard: Dashboard): { readonly rolls: string[]; readonly stays: string[] } {
  const days = Object.values(dashboard.store.getState().params).filter(({ type }) => PERIODS.has(type))
  const isStill = ({ origin, value }: (typeof days)[number]) =>
    origin !== 'default' && !(isRecord(value) && isOption(value.option) && !isFixed(value.option))
  return {
    rolls: days.filter((one) => !isStill(one)).map(({ label }) => label),
    stays: days.filter(isStill).map(({ label }) => label),
  }
}
const PERIODS: ReadonlySet<string> = new Set([
  'periodPair',
  'relativePeriod',
  'date',
  'dateRange',
  'month',
  'quarter',
  'year',
])
const isOption = (option: unknown): option is Parameters<typeof isFixed>[0] => isRecord(option) && 'key' in option

function useRecipientsOf({ api }: FigureAlertPorts, client: number): readonly AlertRecipient[] {
  const [people, setPeople] = useState<readonly AlertRecipient[]>([])
  useEffect(() => {
    const abort = new AbortController()
    api.recipients(client, abort.signal).then(
      (found) => {
        if (!abort.signal.aborted) setPeople(found)
      },
      () => undefined,
    )
    return () => abort.abort()
  }, [api, client])
  return people
}

interface FormProps extends Props {
  named: string
  client: number
  table: FigureTable
  target: Target | null
}

function FigureForm({ dashboard, widget, title, named, client, table, target, ports, onClose }: FormProps) {
  const { t, locale } = useUi()
  const [chosen, setChosen] = useState(() => firstChoice(table, target))
  const [name, setName] = useState(title)
  const [recipients, setRecipients] = useState<number[]>([])
  const [coolDownH, setCoolDown] = useState<number | null>(24)
  const [isAsked, setAsked] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const people = useRecipientsOf(ports, client)
  const { wish, row, hasLimits } = wishOf(table, chosen)
  const column = table.columns.find(({ id }) => id === wish.column)
  const isShort = name.trim().length < NAME_LETTERS
  const save = async () => {
    setAsked(true)
    if (!hasLimits || isShort || coolDownH === null) return
    setSaving(true)
    setError(null)
    const key = clientFilter(dashboard)
    const watch: FigureWatchDraft = {
      ...wish,
      dashboard: ports.dashboard,
      widget,
      values: { ...ports.chosen(dashboard), ...(key !== null && { [key]: client }) },
      search: ports.search(),
      lang: locale as FigureWatchDraft['lang'],
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }
    const draft: AlertRuleDraft = {
      client,
      kind: 'figure',
      name: name.trim(),
      watch,
      coolDownH,
      recipients: recipients.length === 0 ? null : recipients,
    }
    try {
      await ports.api.addRule(draft)
      toasts.success(t('alerts:watch.saved'))
      onClose()
    } catch (cause) {
      setError(ports.say(cause))
      setSaving(false)
    }
  }
  const said = rowsText(wish.rows, row, t)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={named}
      actions={
        <>
          <Button onPress={onClose}>{t('alerts:watch.cancel')}</Button>
          <Button kind="primary" isDisabled={isSaving} onPress={() => void save()}>
            {t('alerts:watch.save')}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <TextField
          label={t('alerts:watch.name')}
          isRequired
          value={name}
          onChange={setName}
          error={isAsked && isShort ? t('alerts:watch.required') : null}
          maxLength={120}
        />
        <WishFields
          table={table}
          chosen={chosen}
          target={target}
          onChange={setChosen}
          error={isAsked && !hasLimits ? t('alerts:watch.limitRequired') : null}
        />
        <FigureVerdicts table={table} wish={wish} hasLimits={hasLimits} format={column?.format ?? 'number'} />
        <div className={css.over}>
          <p className={css.line}>{t('alerts:watch.said', { column: column?.label ?? '', title, rows: said })}</p>
          <Periods dashboard={dashboard} />
        </div>
        <EntityMultiSelector
          label={t('alerts:rules.recipients')}
          help={t('alerts:rules.recipientsHelp')}
          placeholder={t('alerts:rules.everyone')}
          items={people.map(({ id, username }) => ({ id, name: username }))}
          value={recipients}
          onChange={setRecipients}
        />
        <NumberField
          label={t('alerts:rules.coolDown')}
          help={t('alerts:rules.coolDownHelp')}
          isRequired
          min={0}
          max={720}
          value={coolDownH}
          onChange={setCoolDown}
        />
        {error !== null && <Notice kind="warn">{error}</Notice>}
      </div>
    </Dialog>
  )
}

/** The choice of rows in the form: a row by its key, or how all of them are read. */
interface Choice {
  readonly column: string
  readonly rows: string
  readonly side: Side
  readonly below: number | null
  readonly above: number | null
}

/** A widget with a value to reach is first watched for missing it. */
const firstChoice = ({ columns, rows, isOfMeasures }: FigureTable, target: Target | null): Choice => ({
  column: columns[0]?.id ?? '',
  rows: isOfMeasures ? (rows[0]?.key ?? 'any') : 'any',
  side: target?.side ?? 'below',
  below: target?.side === 'below' ? target.value : null,
  above: target?.side === 'above' ? target.value : null,
})

function wishOf(table: FigureTable, { column, rows, side, below, above }: Choice) {
  const one = table.rows.find(({ key }) => key === rows)
  const wish: FigureWish = {
    column,
    rows: one !== undefined ? 'one' : rows === 'every' || rows === 'sum' ? rows : 'any',
    row: one?.key ?? null,
    below: side === 'above' ? null : below,
    above: side === 'below' ? null : above,
  }
  const hasLimits = areLimits(wish) && (side !== 'outside' || (wish.below !== null && wish.above !== null))
  return { wish, row: one?.label ?? null, hasLimits }
}

interface WishFieldsProps {
  table: FigureTable
  chosen: Choice
  target: Target | null
  onChange: (chosen: Choice) => void
  /** The problem of the limits. */
  error: string | null
}

function WishFields({ table, chosen, target, onChange, error }: WishFieldsProps) {
  const { t } = useUi()
  const column = table.columns.find(({ id }) => id === chosen.column)
  const limit = (which: 'below' | 'above') => (
    <NumberField
      label={t(which === 'below' ? 'alerts:watch.lower' : 'alerts:watch.upper')}
      isRequired
      value={chosen[which]}
      {...(target !== null && chosen[which] === target.value && { help: t('alerts:watch.target') })}
      onChange={(value) => onChange({ ...chosen, [which]: value })}
      error={error}
    />
  )
  return (
    <div className={css.pair}>
      <Select
        label={t('alerts:watch.column')}
        isRequired
        options={table.columns.map(({ id, label }) => ({ id, label }))}
        value={chosen.column}
        onChange={(next) =>
          onChange({
            ...chosen,
            column: next ?? chosen.column,
            rows: chosen.rows === 'sum' ? 'any' : chosen.rows,
            // The target is one of the first column alone.
            below: chosen.below === target?.value ? null : chosen.below,
            above: chosen.above === target?.value ? null : chosen.above,
          })
        }
      />
      <Select
        label={t('alerts:watch.rows')}
        isRequired
        options={[
          ...(['any', 'every', ...(column?.isAdditive === true ? (['sum'] as const) : [])] as const).map((id) => ({
            id: id as string,
            label: t(`alerts:watch.${id}`),
          })),
          ...table.rows.map(({ key, label }) => ({ id: key, label: t('alerts:watch.one', { row: label }) })),
        ]}
        value={chosen.rows}
        onChange={(next) => onChange({ ...chosen, rows: next ?? chosen.rows })}
      />
      <Select
        label={t('alerts:watch.when')}
        isRequired
        options={[
          { id: 'above', label: t('alerts:watch.isAbove') },
          { id: 'below', label: t('alerts:watch.isBelow') },
          { id: 'outside', label: t('alerts:watch.isOutside') },
        ]}
        value={chosen.side}
        onChange={(next) => onChange({ ...chosen, side: next ?? chosen.side })}
      />
      {chosen.side !== 'above' && limit('below')}
      {chosen.side !== 'below' && limit('above')}
    </div>
  )
}

function Periods({ dashboard }: { dashboard: Dashboard }) {
  const { t, locale } = useUi()
  const { rolls, stays } = periodNames(dashboard)
  const list = (names: readonly string[]) => new Intl.ListFormat(locale).format(names)
  return (
    <>
      {rolls.length > 0 && <p className={css.line}>{t('alerts:watch.rolls', { names: list(rolls) })}</p>}
      {stays.length > 0 && <p className={css.line}>{t('alerts:watch.stays', { names: list(stays) })}</p>}
    </>
  )
}

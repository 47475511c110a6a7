/** Downloads: which unit, which days, which columns, as which file. All of it stands in the address. */
import { useQuery } from '@tanstack/react-query'
import { DOWNLOAD_FORMATS, DOWNLOAD_MAX_DAYS, DOWNLOAD_CONTENTS } from '#domain/download'
import { DOWNLOAD_ORDERS } from '#domain/download-order'
import { FIRST_YEAR } from '#domain/period-options'
import type { Client } from '#schemas/generated/entities/client.ts'
import {
  Button,
  Checkbox,
  DateRangePicker,
  EntitySelector,
  LinkButton,
  NoClients,
  Page,
  QueryState,
  SegmentedControl,
  useUi,
} from '#ui'
import { DownloadIcon } from '#ui/icons/index.tsx'
import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Choice, daysIn, namesLocals, queryOf, readChoice, UNITS, writeChoice } from './choice.ts'
import { ColumnsPanel } from './columns-panel.tsx'
import { useDownloads } from './downloads-frame.tsx'
import { Labelled } from './labelled.tsx'
import { Outcome } from './outcome.tsx'
import { Running } from './running.tsx'
import { useDownload } from './use-download.ts'
import css from './downloads.module.css'

/** Of any length; for the same accounts. */
const EXPORTS_PATH = '/users/downloads/exports'
/** The first valid year; an earlier one is still being typed. */
const FIRST_DAY = `${FIRST_YEAR}-01-01`

export function ManagePage() {
  const { t } = useUi()
  const { api } = useDownloads()
  const clients = useQuery({ queryKey: ['downloads', 'clients'], queryFn: ({ signal }) => api.clients(signal) })
  return (
    <Page
      title={t('downloads:title')}
      note={t('downloads:note', { n: DOWNLOAD_MAX_DAYS })}
      actions={<LinkButton href={EXPORTS_PATH}>{t('downloads:export.longer', { n: DOWNLOAD_MAX_DAYS })}</LinkButton>}
    >
      <QueryState of={clients} skeleton="form" empty={<NoClients />}>
        {(list) => <Chooser clients={list} />}
      </QueryState>
    </Page>
  )
}

function Chooser({ clients }: { clients: readonly Client[] }) {
  const { t } = useUi()
  const { api, today } = useDownloads()
  const [search, setSearch] = useSearchParams()
  const choice = withOnly(readChoice(search, today()), clients)
  const download = useDownload()
  const isRunning = download.stage !== 'ready'
  const ended = useRef<HTMLDivElement>(null)
  // The buttons of a download go with it; the focus goes on to what came of it.
  useEffect(() => {
    if (download.outcome !== null && document.activeElement === document.body) ended.current?.focus()
  }, [download.outcome])
  const set = (part: Partial<Choice>) => {
    download.forget()
    setSearch(writeChoice({ ...choice, ...part }), { replace: true })
  }
  const locals = useQuery({
    queryKey: ['downloads', 'locals', choice.client],
    queryFn: ({ signal }) => api.locals(choice.client ?? 0, signal),
    enabled: choice.unit === 'local' && choice.client !== null,
  })
  const query = queryOf(choice)
  const items = (list: readonly { id: number; name: string }[]) => list.map(({ id, name }) => ({ id, name }))
  return (
    <div className={css.split}>
      <form
        className={css.form}
        aria-label={t('downloads:title')}
        onSubmit={(event) => {
          event.preventDefault()
          if (query !== null) download.start(query, namesLocals(choice) ? choice.order : 'date')
        }}
      >
        <Labelled label={t('downloads:unit')}>
          <SegmentedControl
            label={t('downloads:unit')}
            value={choice.unit}
            segments={UNITS.map((id) => ({ id, label: t(`downloads:unit.${id}`) }))}
            isDisabled={isRunning}
            onChange={(unit) => set({ unit, local: null })}
          />
        </Labelled>
        <div className={css.fields}>
          <EntitySelector
            label={t('downloads:client')}
            isRequired
            items={items(clients)}
            value={choice.client}
            isDisabled={isRunning}
            onChange={(client) => set({ client, local: null })}
          />
          {choice.unit === 'local' && (
            <EntitySelector
              label={t('downloads:local')}
              isRequired
              items={items(locals.data ?? [])}
              value={choice.local}
              isDisabled={isRunning || choice.client === null || locals.data === undefined}
              onChange={(local) => set({ local })}
              error={locals.error === null ? null : t('downloads:localsFailed')}
              help={choice.client === null ? t('downloads:clientFirst') : undefined}
            />
          )}
        </div>
        <Range choice={choice} set={set} isDisabled={isRunning} />
        <Labelled label={t('downloads:content')} note={t(`downloads:content.${choice.content}Note`)}>
          <SegmentedControl
            label={t('downloads:content')}
            value={choice.content}
            segments={DOWNLOAD_CONTENTS.map((id) => ({ id, label: t(`downloads:content.${id}`) }))}
            isDisabled={isRunning}
            onChange={(content) => set({ content })}
          />
        </Labelled>
        {choice.unit === 'client' && choice.content !== 'rows' && (
          <Checkbox isSelected={choice.byLocal} isDisabled={isRunning} onChange={(byLocal) => set({ byLocal })}>
            {t('downloads:byLocal')}
          </Checkbox>
        )}
        {namesLocals(choice) && (
          <Labelled label={t('downloads:order')}>
            <SegmentedControl
              label={t('downloads:order')}
              value={choice.order}
              segments={DOWNLOAD_ORDERS.map((id) => ({ id, label: t(`downloads:order.${id}`) }))}
              isDisabled={isRunning}
              onChange={(order) => set({ order })}
            />
          </Labelled>
        )}
        <Labelled label={t('downloads:format')} note={t(`downloads:format.${choice.format}Note`)}>
          <SegmentedControl
            label={t('downloads:format')}
            value={choice.format}
            segments={DOWNLOAD_FORMATS.map((id) => ({ id, label: t(`downloads:format.${id}`) }))}
            isDisabled={isRunning}
            onChange={(format) => set({ format })}
          />
        </Labelled>
        <Start
          format={choice.format}
          isReady={query !== null}
          isRunning={isRunning}
          hint={download.outcome === null ? (query === null ? missing(choice) : 'downloads:stage.ready') : null}
          onCancel={download.cancel}
        />
        {isRunning && <Running {...download} />}
        <div ref={ended} tabIndex={-1}>
          {download.outcome !== null && <Outcome outcome={download.outcome} />}
        </div>
      </form>
      <ColumnsPanel choice={choice} query={query} />
    </div>
  )
}

interface StartProps {
  format: Choice['format']
  isReady: boolean
  isRunning: boolean
  /** What is still missing, or that all is there; a text's key. */
  hint: string | null
  onCancel: () => void
}

function Start({ format, isReady, isRunning, hint, onCancel }: StartProps) {
  const { t } = useUi()
  return (
    <div className={css.go}>
      {/* Its label stays what it is: how far it is stands below, and the button that stops it beside it. */}
      <Button
        kind="primary"
        type="submit"
        icon={<DownloadIcon />}
        isDisabled={!isReady || isRunning}
        isPending={isRunning}
      >
        {t('downloads:start', { format: t(`downloads:format.${format}`) })}
      </Button>
      {isRunning && <Button onPress={onCancel}>{t('downloads:cancel')}</Button>}
      {!isRunning && hint !== null && (
        <p role="status" className={css.hint}>
          {t(hint)}
        </p>
      )}
    </div>
  )
}

/** Who has one client has nothing to choose. */
const withOnly = (choice: Choice, clients: readonly Client[]): Choice =>
  choice.client === null && clients.length === 1 ? { ...choice, client: clients[0]?.id ?? null } : choice

const missing = ({ unit, client, local }: Choice): string =>
  client === null
    ? 'downloads:missing.client'
    : unit === 'local' && local === null
      ? 'downloads:missing.local'
      : 'downloads:missing.range'

/**
 * A longer range is taken away again, and says why (spec 2, section 5). What is still being typed stays in the field
 * and is no range yet: from one range to another the way is often too long, so a typed one goes when the field is left,
 * and one of the calendar at once.
 */
function Range({
  choice,
  set,
  isDisabled,
}: {
  choice: Choice
  set: (part: Partial<Choice>) => void
  isDisabled: boolean
}) {
  const { t } = useUi()
  const { today } = useDownloads()
  // The address follows; the field is not to wait for it.
  const [typed, setTyped] = useState<Choice['range']>(null)
  const [isTooLong, setTooLong] = useState(false)
  // What was typed goes with the field.
  const [cleared, setCleared] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const takeAway = () => {
    setTyped(null)
    setCleared((n) => n + 1)
  }
  const change = (range: Choice['range']) => {
    const isWhole = range !== null && range.begin >= FIRST_DAY && range.begin <= range.end && range.end <= today()
    const tooLong = isWhole && daysIn(range) > DOWNLOAD_MAX_DAYS
    setTooLong(tooLong)
    setTyped(range)
    set({ range: isWhole && !tooLong ? range : null })
    if (!tooLong || document.activeElement?.getAttribute('role') === 'spinbutton') return
    takeAway()
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[role="spinbutton"]')?.focus())
  }
  const shown = typed ?? choice.range
  const wrong =
    shown === null || shown.end < FIRST_DAY || shown.begin < FIRST_DAY
      ? null
      : shown.end > today()
        ? t('errors:DOWNLOAD_DATE_FUTURE', { end: shown.end, latest: today() })
        : shown.begin > shown.end
          ? t('errors:DATES_INCORRECT')
          : null
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (
      isTooLong &&
      typed !== null &&
      !currentTarget.contains(relatedTarget) &&
      relatedTarget?.closest('[role="dialog"]') == null
    )
      takeAway()
  }
  return (
    <div ref={box} className={css.range} onBlur={onBlur}>
      <DateRangePicker
        key={cleared}
        label={t('downloads:range')}
        isRequired
        value={shown}
        max={today()}
        isDisabled={isDisabled}
        help={t('downloads:range.help', { n: DOWNLOAD_MAX_DAYS })}
        error={isTooLong ? t('downloads:range.tooLong', { n: DOWNLOAD_MAX_DAYS }) : wrong}
        onChange={change}
      />
    </div>
  )
}

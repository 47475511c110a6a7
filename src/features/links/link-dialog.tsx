/** Makes a public link of the dashboard on show, and lists those it has. */
import { DAY_MS } from '#domain/days'
import type { PublicLinkMade } from '#schemas/generated/api/public-link-made.ts'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import type { PublicLink } from '#schemas/generated/entities/public-link.ts'
import { Button, Dialog, MultiSelect, nameProblem, Notice, Select, TextField, useUi } from '#ui'
import { type SyntheticEvent, useCallback, useEffect, useState } from 'react'
import { LinkList } from './link-list.tsx'
import css from './links.module.css'
import type { LinkPorts } from './ports.ts'
import { MadeLink } from './made-link.tsx'

export interface LinkDialogProps {
  ports: LinkPorts
  dashboard: string
  title: string
  values: Readonly<Record<string, unknown>>
  /** The brand on show; null where there is none. */
  client: number | null
  onClose: () => void
}

const LIVES = [7, 30, 90, 365] as const
const PERIODS = ['rolling', 'frozen', 'snapshot'] as const

export default function LinkDialog({ ports, dashboard, title, values, client, onClose }: LinkDialogProps) {
  const { t } = useUi()
  const [links, setLinks] = useState<readonly PublicLink[] | 'failed' | null>(null)
  const [made, setMade] = useState<PublicLinkMade | null>(null)
  const { api } = ports
  const read = useCallback(
    () =>
      api.list().then(
        (all) => setLinks(all.filter((one) => one.dashboard === dashboard)),
        () => setLinks('failed'),
      ),
    [api, dashboard],
  )
  useEffect(() => {
    void read()
  }, [read])
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="medium"
      title={t('links:title', { name: title })}
      actions={<Button onPress={onClose}>{t('links:close')}</Button>}
    >
      <div className={css.stack}>
        <p className={css.note}>{t('links:text')}</p>
        {made !== null && <MadeLink made={made} link={ports.linkOf(made)} />}
        <MakeForm
          ports={ports}
          title={title}
          dashboard={dashboard}
          values={values}
          client={client}
          onMade={(link) => {
            setMade(link)
            void read()
          }}
        />
        <h3 className={css.subtitle}>{t('links:list')}</h3>
        {links === 'failed' ? (
          <Notice kind="warn">{t('links:failed')}</Notice>
        ) : (
          links !== null && (
            <LinkList
              links={links}
              ports={ports}
              onRevoked={(id) => {
                if (made?.id === id) setMade(null)
                return read()
              }}
            />
          )
        )}
        {ports.confirmation}
      </div>
    </Dialog>
  )
}

interface MakeProps extends Omit<LinkDialogProps, 'onClose'> {
  onMade: (made: PublicLinkMade) => void
}

function useScope({ ports, client }: Pick<MakeProps, 'ports' | 'client'>) {
  const [clients, setClients] = useState<readonly Client[]>([])
  const [chosen, setChosen] = useState<readonly number[]>(client === null ? [] : [client])
  const [locals, setLocals] = useState<readonly Local[]>([])
  const { clients: allClients, locals: localsOf } = ports
  useEffect(() => {
    allClients().then(
      (found) => {
        setClients(found)
        setChosen((now) => (now.length > 0 ? now : found.slice(0, 1).map(({ id }) => id)))
      },
      () => undefined,
    )
  }, [allClients])
  useEffect(() => {
    let current = true
    Promise.all(chosen.map((id) => localsOf(id))).then(
      (found) => {
        if (current) setLocals(found.flat())
      },
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [chosen, localsOf])
  return { clients, chosen, setChosen, locals }
}

function MakeForm({ ports, dashboard, title, values, client, onMade }: MakeProps) {
  const { t } = useUi()
  const scope = useScope({ ports, client })
  const [name, setName] = useState(title)
  const [only, setOnly] = useState<readonly number[]>([])
  const [periods, setPeriods] = useState<PublicLink['periods']>('rolling')
  const [days, setDays] = useState<number>(30)
  const [frames, setFrames] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const problem = nameProblem(name, t)
  const make = (event?: SyntheticEvent) => {
    event?.preventDefault()
    if (problem !== null || scope.chosen.length === 0 || isBusy) return
    setBusy(true)
    setFailure(null)
    const known = new Set(scope.locals.map(({ id }) => id))
    const locals = only.filter((id) => known.has(id))
    ports.api
      .add({
        name: name.trim(),
        dashboard,
        clients: [...scope.chosen] as [number, ...number[]],
        locals: locals.length === 0 ? null : (locals as [number, ...number[]]),
        values: { ...values },
        periods,
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        lang: ports.lang(),
        endsAt: ports.now() + days * DAY_MS,
        origins: frames.split(/\s+/).filter((origin) => origin !== ''),
      })
      .then(onMade, (cause: unknown) => setFailure(ports.say(cause)))
      .finally(() => setBusy(false))
  }
  return (
    <form className={css.make} onSubmit={make} noValidate>
      <TextField
        label={t('links:name')}
        help={t('links:nameHelp')}
        maxLength={100}
        value={name}
        onChange={setName}
        error={problem}
      />
      <div className={css.pair}>
        <MultiSelect
          label={t('links:clients')}
          options={scope.clients.map(({ id, name: label }) => ({ id, label }))}
          value={scope.chosen}
          onChange={scope.setChosen}
          error={scope.chosen.length === 0 ? t('links:clientsNeeded') : null}
        />
        <MultiSelect
          label={t('links:locals')}
          options={scope.locals.map(({ id, name: label }) => ({ id, label }))}
          value={only}
          onChange={setOnly}
          placeholder={t('links:allLocals')}
        />
      </div>
      <div className={css.pair}>
        <Select
          label={t('links:days')}
          help={t(`links:periodsHelp.${periods}`)}
          options={PERIODS.map((id) => ({ id, label: t(`links:periods.${id}`) }))}
          value={periods}
          onChange={(next) => setPeriods(next ?? 'rolling')}
        />
        <Select
          label={t('links:ends')}
          options={LIVES.map((id) => ({ id, label: t('links:inDays', { count: id }) }))}
          value={days}
          onChange={(next) => setDays(next ?? 30)}
        />
      </div>
      <TextField
        label={t('links:frames')}
        help={t('links:framesHelp')}
        rows={2}
        maxLength={2000}
        value={frames}
        onChange={setFrames}
      />
      {failure !== null && <Notice kind="bad">{failure}</Notice>}
      <Button
        type="submit"
        kind="primary"
        isPending={isBusy}
        isDisabled={problem !== null || scope.chosen.length === 0}
      >
        {t('links:make')}
      </Button>
    </form>
  )
}

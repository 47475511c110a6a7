/** Walls without a session: makes the link of one, lists them, revokes them. */
import type { Client } from '#schemas/generated/entities/client.ts'
import type { ScreenMade } from '#schemas/generated/api/screen-made.ts'
import type { Screen } from '#schemas/generated/entities/screen.ts'
import type { Language } from '#schemas/generated/entities/language.ts'
import { Button, confirmAndRun, nameProblem, Notice, Select, TextField, useUi } from '#ui'
import { type ReactNode, type SyntheticEvent, useCallback, useEffect, useState } from 'react'
import type { ScreensApi } from '../../api/screens.ts'
import css from './screens-panel.module.css'
import { MadeLink } from './made-screen-link.tsx'
import { List } from './screens-list.tsx'

export interface ScreenPorts {
  readonly api: ScreensApi
  readonly clients: () => Promise<readonly Client[]>
  /** The filters in the address, which the screen keeps. */
  readonly search: () => string
  readonly lang: () => Language
  /** The link of a token. */
  readonly linkOf: (token: string) => string
  readonly say: (cause: unknown) => string
  /** Where the password is asked for again. */
  readonly confirmation: ReactNode
}

export interface ScreensPanelProps {
  ports: ScreenPorts
  dashboards: readonly string[]
  seconds: number | null
  most: number
}

/** The brand in the address; null where there is none. */
const addressClient = (search: string): number | null => {
  const id = Number(new URLSearchParams(search).get('client'))
  return Number.isInteger(id) && id > 0 ? id : null
}

export function ScreensPanel({ ports, dashboards, seconds, most }: ScreensPanelProps) {
  const { t } = useUi()
  const [search] = useState(ports.search)
  const [client, setClient] = useState(() => addressClient(search))
  const [clients, setClients] = useState<readonly Client[]>([])
  const [screens, setScreens] = useState<readonly Screen[] | 'failed' | null>(null)
  const [name, setName] = useState('')
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [made, setMade] = useState<ScreenMade | null>(null)
  const { api, clients: allClients } = ports
  const read = useCallback(() => api.list(client).then(setScreens, () => setScreens('failed')), [api, client])
  useEffect(() => {
    void read()
  }, [read])
  useEffect(() => {
    allClients().then(
      (found) => {
        setClients(found)
        setClient((chosen) => chosen ?? found[0]?.id ?? null)
      },
      () => undefined,
    )
  }, [allClients])

  const problem = nameProblem(name, t)
  const make = (event?: SyntheticEvent) => {
    event?.preventDefault()
    setTried(true)
    if (
      problem !== null ||
      client === null ||
      seconds === null ||
      dashboards.length === 0 ||
      dashboards.length > most ||
      isBusy
    )
      return
    setBusy(true)
    setFailure(null)
    const kept =
      addressClient(search) === null
        ? new URLSearchParams([...new URLSearchParams(search), ['client', String(client)]]).toString()
        : search.replace(/^\?/, '')
    api
      .add({ name: name.trim(), client, dashboards: [...dashboards], search: kept, seconds, lang: ports.lang() })
      .then(
        (screen) => {
          setMade(screen)
          setName('')
          setTried(false)
          return read()
        },
        (cause: unknown) => setFailure(ports.say(cause)),
      )
      .finally(() => setBusy(false))
  }
  const revoke = (screen: Screen) =>
    void confirmAndRun({
      question: t('screens:revokeQuestion', { name: screen.name }),
      confirmLabel: t('screens:revoke'),
      isDanger: true,
      doneText: t('screens:revoked'),
      errorText: ports.say,
      run: async () => {
        await api.revoke(screen.id)
        if (made?.id === screen.id) setMade(null)
        await read()
      },
    })

  return (
    <section className={css.panel} aria-labelledby="screens-title">
      <h3 id="screens-title" className={css.title}>
        {t('screens:title')}
      </h3>
      <p className={css.note}>{t('screens:text', { client: clients.find(({ id }) => id === client)?.name ?? '…' })}</p>
      <form className={css.make} onSubmit={make} noValidate>
        {addressClient(search) === null && clients.length > 1 && (
          <Select
            label={t('screens:client')}
            options={clients.map(({ id, name: label }) => ({ id, label }))}
            value={client}
            onChange={setClient}
          />
        )}
        <TextField
          label={t('screens:name')}
          help={t('screens:nameHelp')}
          maxLength={100}
          value={name}
          onChange={setName}
          error={isTried ? problem : null}
        />
        <Button
          type="submit"
          isPending={isBusy}
          isDisabled={client === null || seconds === null || dashboards.length === 0 || dashboards.length > most}
        >
          {t('screens:make')}
        </Button>
      </form>
      {failure !== null && <Notice kind="bad">{failure}</Notice>}
      {made !== null && <MadeLink name={made.name} link={ports.linkOf(made.token)} />}
      <h4 className={css.subtitle}>{t('screens:list')}</h4>
      {screens === 'failed' ? (
        <Notice kind="warn">{t('screens:failed')}</Notice>
      ) : (
        screens !== null && <List screens={screens} onRevoke={revoke} />
      )}
      {ports.confirmation}
    </section>
  )
}

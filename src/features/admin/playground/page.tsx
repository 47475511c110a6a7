/** Any source with any arguments: its first rows, how long it took, and the call to copy. It only reads. */
import type { Frame } from '#domain/frame'
import type { SourceDefinition } from '#engine/types'
import { Button, Card, EmptyState, Notice, Page, Select, useUi } from '#ui'
import { ChartLineIcon, CloseIcon } from '#ui/icons/index.tsx'
import { FrameTable } from '#ui/table/frame-table.tsx'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useAdmin } from '../admin-frame.tsx'
import { Copyable } from '../copyable.tsx'
import { PATHS } from '../paths.ts'
import { argumentsOf, problemOf, type Typed } from './arguments.ts'
import { curlOf, fetchOf } from '../../../api/call-text.ts'
import css from './playground.module.css'
import { ArgumentField } from './argument-field.tsx'

export interface Answer {
  /** The first rows. */
  readonly frame: Frame
  /** Of the whole answer. */
  readonly rows: number
  readonly bytes: number
  /** Until the answer was here, and until it was opened. */
  readonly waitedMs: number
  readonly openedMs: number
  /** Path and query of the call. */
  readonly path: string
}

export interface PlaygroundPorts {
  readonly sources: readonly Pick<SourceDefinition, 'name' | 'args' | 'columns'>[]
  /** At most `ROWS_SHOWN` rows come back. */
  readonly ask: (source: string, args: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<Answer>
  /** Of the server, for the calls to copy. */
  readonly origin: string
}

export const ROWS_SHOWN = 200

/** By the name of what makes the call, which is the same in every language. */
const CALLS = [
  ['curl', curlOf],
  ['fetch', fetchOf],
] as const

export function PlaygroundPage({ sources, ask, origin }: PlaygroundPorts) {
  const { t, format } = useUi()
  const { say } = useAdmin()
  const [search, setSearch] = useSearchParams()
  const source = sources.find(({ name }) => name === search.get('source'))
  const [typed, setTyped] = useState<Typed>(() => Object.fromEntries(search))
  const [isAsked, setAsked] = useState(false)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [error, setError] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  const [isRunning, setRunning] = useState(false)
  useEffect(() => () => running.current?.abort(), [])

  const choose = (name: string | null) => {
    running.current?.abort()
    setSearch(name === null ? {} : { source: name }, { replace: true })
    setTyped({})
    setAsked(false)
    setAnswer(null)
    setError(null)
  }
  const run = async (of: Pick<SourceDefinition, 'name' | 'args'>) => {
    setAsked(true)
    if (Object.entries(of.args).some(([name, arg]) => problemOf(arg, typed[name] ?? '') !== null)) return
    const given = argumentsOf(of.args, typed)
    const inAddress = Object.keys(given).map((name) => [name, typed[name] ?? ''])
    setSearch(new URLSearchParams([['source', of.name], ...inAddress]), { replace: true })
    const controller = new AbortController()
    running.current?.abort()
    running.current = controller
    setRunning(true)
    setError(null)
    try {
      setAnswer(await ask(of.name, given, controller.signal))
    } catch (cause) {
      setAnswer(null)
      if (!controller.signal.aborted) setError(say(cause))
    } finally {
      if (running.current === controller) setRunning(false)
    }
  }
  return (
    <Page
      title={t('admin:playground.title')}
      note={t('admin:playground.note')}
      back={{ href: PATHS.home, label: t('admin:title') }}
    >
      <div className={css.stack}>
        <div className={css.source}>
          <Select
            label={t('admin:playground.source')}
            options={sources.map(({ name }) => ({ id: name, label: name }))}
            emptyLabel={t('admin:playground.choose')}
            value={source?.name ?? null}
            onChange={choose}
          />
        </div>
        {source !== undefined && (
          <form
            className={css.form}
            aria-label={t('admin:playground.arguments')}
            onSubmit={(event) => {
              event.preventDefault()
              void run(source)
            }}
          >
            {Object.entries(source.args).map(([name, arg]) => (
              <ArgumentField
                key={name}
                name={name}
                arg={arg}
                typed={typed[name] ?? ''}
                isAsked={isAsked}
                onChange={(value) => setTyped({ ...typed, [name]: value })}
              />
            ))}
            <div className={css.acts}>
              <Button kind="primary" type="submit" icon={<ChartLineIcon />} isPending={isRunning}>
                {t('admin:playground.run')}
              </Button>
              {isRunning && (
                <Button icon={<CloseIcon />} onPress={() => running.current?.abort()}>
                  {t('admin:cancel')}
                </Button>
              )}
            </div>
          </form>
        )}
        {error !== null && <Notice kind="bad">{error}</Notice>}
        {answer !== null && (
          <>
            <p className={css.figures} role="status">
              {t('admin:playground.figures', {
                count: answer.rows,
                rows: format.exact(answer.rows, 'count'),
                kb: format.exact(Math.ceil(answer.bytes / 1024), 'count'),
                waited: format.exact(Math.round(answer.waitedMs), 'count'),
                opened: format.exact(Math.round(answer.openedMs), 'count'),
              })}
            </p>
            <Rows answer={answer} />
            <Card title={t('admin:playground.calls')}>
              <div className={css.stack}>
                <p className={css.hint}>{t('admin:playground.token')}</p>
                {CALLS.map(([name, of]) => (
                  <Copyable key={name} isCode label={name} text={of(origin, answer.path)} />
                ))}
              </div>
            </Card>
          </>
        )}
      </div>
    </Page>
  )
}

function Rows({ answer: { frame, rows } }: { answer: Answer }) {
  const { t, format } = useUi()
  if (frame.rows === 0) return <EmptyState title={t('admin:playground.none')} />
  return (
    <div>
      {rows > frame.rows && (
        <p className={css.hint}>
          {t('admin:playground.first', { shown: format.exact(frame.rows, 'count'), all: format.exact(rows, 'count') })}
        </p>
      )}
      <FrameTable frame={frame} label={t('admin:playground.rows')} />
    </div>
  )
}

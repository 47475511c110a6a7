/**
 * A document as text, and beside it the dashboard it is: the product's own pipeline, store and engine on the data of
 * the examples. What does not hold keeps the last good state on show, as in the editor.
 */
import { firstText } from '../../widgets/lib/test-support/first-text.ts'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { resolvePeriods, type PeriodOption } from '#domain/periods'
import {
  type Clock,
  createDashboard,
  type Dashboard,
  type DashboardOptions,
  type DashboardServices,
  DashboardView,
  type Issue,
} from '#engine'
import { formatLayout } from '#engine/core/document/format'
import { Badge, Button, Notice, SuccessIcon, UiProvider, useUi } from '#ui'
import { guardedWidgets as widgets } from '#widgets/guarded'
import { fixed, wordsOf } from '../../src/features/editor/json/fixes.ts'
import { createEditor } from '../../src/features/editor/model/store.ts'
import type { Editor } from '../../src/features/editor/model/editor.ts'
import { periodControl } from '../../src/features/periods/period-control.tsx'
import { createLocalCompute } from '../../workers/local-compute.ts'
import { playgroundSources } from './playground-data.ts'
import { documentWith, GALLERY } from './playground-documents.ts'
import { widgetReferences } from './references.ts'
import { toAddress } from './share.ts'
import css from './playground.module.css'

type Texts = { readonly [key: string]: string | Texts }
const widgetTexts = import.meta.glob<Texts>('../../widgets/*/i18n/*.json', { import: 'default', eager: true })
const clock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
/** The day after the last one of the examples. */
const today = () => '2026-11-16'
const periods = periodControl({
  today,
  confirm: async (option: PeriodOption) => {
    const pair = resolvePeriods(option, { today: today() })
    if (pair === null) throw new Error('These periods cannot be worked out.')
    return pair
  },
})

type Say = (key: string, params?: Record<string, string | number>) => string

function servicesFor(locale: string, t: Say): DashboardServices {
  const own = (type: string, key: string) =>
    firstText(key, ...[type, 'lib'].map((folder) => widgetTexts[`../../widgets/${folder}/i18n/${locale}.json`]))
  return {
    controls: { periodPair: periods },
    issueText: ({ message, params, text }) => {
      const said = t(`issues:${message}`, { ...params })
      return said.startsWith('[') ? text : said
    },
    widgetText:
      (type) =>
      (key, params = {}) =>
        own(type, key)?.replace(/\{\{\s*(\w+)\s*\}\}/g, (_all, name: string) => String(params[name] ?? '')) ??
        t(key, params),
    exportCsv: () => Promise.resolve(),
    savePng: () => undefined,
  }
}

export function Playground({ first = GALLERY }: { first?: string }) {
  const { t, locale, theme } = useUi()
  const dotted = useMemo<Say>(() => (key, params) => t(key.replace(':', '.'), params), [t])
  return (
    <UiProvider t={dotted} locale={locale} theme={theme}>
      <Bench key={locale} first={first} />
    </UiProvider>
  )
}

function Bench({ first }: { first: string }) {
  const { t, locale } = useUi()
  const [{ editor, options }] = useState(() => {
    const compute = createLocalCompute()
    const context = { widgets, sources: playgroundSources(compute) }
    return {
      editor: createEditor({ text: first, revision: 0, context, clock }),
      options: {
        sources: context.sources,
        compute,
        clock,
        random: () => 0.5,
        user: { id: 'reader', admin: true },
        locale,
        today,
        resolvePeriods,
      } satisfies Omit<DashboardOptions, 'layout'>,
    }
  })
  const services = useMemo(() => servicesFor(locale, t), [locale, t])
  const dashboard = useDashboardOf(editor, options)
  const behind = useStore(editor.store, (state) => state.behind)
  return (
    <div className={css.bench}>
      <section className={css.left} aria-label="Document">
        <Tools editor={editor} />
        <Source editor={editor} issueText={services.issueText} />
      </section>
      <section className={css.right} aria-label="Dashboard">
        <div role="status">
          {behind && (
            <Notice
              kind="warn"
              action={
                <Button size="small" onPress={() => editor.undo()}>
                  Undo
                </Button>
              }
            >
              The text does not hold. The canvas shows its last good state.
            </Notice>
          )}
        </div>
        <div className={css.canvas} data-behind={behind || undefined}>
          {dashboard !== null && <DashboardView dashboard={dashboard} services={services} />}
        </div>
      </section>
    </div>
  )
}

/** Soon enough to be live, late enough that a word is not a dozen dashboards. */
const REST_MS = 200

/** A dashboard of the last good document; the next takes over what is chosen and what was answered. */
function useDashboardOf(editor: Editor, options: Omit<DashboardOptions, 'layout'>): Dashboard | null {
  const loaded = useStore(editor.store, (state) => state.loaded)
  const [shown, setShown] = useState<Dashboard | null>(null)
  const running = useRef<Dashboard | null>(null)
  useEffect(() => {
    const timer = setTimeout(
      () => {
        const before = running.current
        running.current = createDashboard({ ...options, layout: loaded, ...(before && { from: before }) })
        setShown(running.current)
        before?.dispose()
      },
      running.current === null ? 0 : REST_MS,
    )
    return () => clearTimeout(timer)
  }, [loaded, options])
  useEffect(
    () => () => {
      running.current?.dispose()
      running.current = null
    },
    [],
  )
  return shown
}

function Tools({ editor }: { editor: Editor }) {
  const id = useId()
  const [chosen, setChosen] = useState('')
  const [copied, setCopied] = useState(false)
  const behind = useStore(editor.store, (state) => state.behind)
  const canUndo = useStore(editor.store, (state) => state.undo.length > 0)
  const canRedo = useStore(editor.store, (state) => state.redo.length > 0)
  const take = (type: string) => {
    setChosen(type)
    editor.replaceText({ key: 'json' }, type === '' ? GALLERY : documentWith(type))
  }
  const share = async () => {
    const { origin, pathname } = window.location
    const story = `${origin}${pathname}?id=workshop-playground--playground&viewMode=story`
    await navigator.clipboard.writeText(`${story}#document=${await toAddress(editor.store.getState().text)}`)
    setCopied(true)
  }
  return (
    <div className={css.tools}>
      <label className={css.from} htmlFor={id}>
        Start from
      </label>
      <select id={id} className={css.select} value={chosen} onChange={(event) => take(event.target.value)}>
        <option value="">Four widgets</option>
        {widgetReferences.map(({ type, name }) => (
          <option key={type} value={type}>
            {name} ({type})
          </option>
        ))}
      </select>
      <Button size="small" kind="quiet" isDisabled={!canUndo} onPress={() => editor.undo()}>
        Undo
      </Button>
      <Button size="small" kind="quiet" isDisabled={!canRedo} onPress={() => editor.redo()}>
        Redo
      </Button>
      <Button
        size="small"
        kind="quiet"
        isDisabled={behind}
        onPress={() => editor.replaceText({ key: 'json' }, formatLayout(editor.store.getState().doc))}
      >
        Format
      </Button>
      <Button size="small" kind="quiet" onPress={() => void share()}>
        {copied ? 'Link copied' : 'Copy link'}
      </Button>
    </div>
  )
}

const TONES = { error: 'bad', warning: 'warn', info: 'neutral' } as const

/** The text with its line numbers, and its findings with the place and the fix of each. */
function Source({ editor, issueText }: { editor: Editor; issueText: (issue: Issue) => string }) {
  const { t } = useUi()
  const text = useStore(editor.store, (state) => state.text)
  const issues = useStore(editor.store, (state) => state.issues)
  const behind = useStore(editor.store, (state) => state.behind)
  const field = useRef<HTMLTextAreaElement>(null)
  const numbers = useRef<HTMLPreElement>(null)
  const listId = useId()
  const lines = useMemo(() => Array.from({ length: text.split('\n').length }, (_, at) => at + 1).join('\n'), [text])
  const goTo = ({ range }: Issue) => {
    const { current } = field
    if (current === null || range === undefined) return
    current.focus()
    current.setSelectionRange(range.from, range.to)
    current.scrollTop = Math.max(0, (range.line - 4) * parseFloat(getComputedStyle(current).lineHeight))
  }
  const applyOne = (fix: NonNullable<Issue['fix']>) => {
    const next = fixed(text, fix)
    if (next !== undefined) editor.replaceText({ key: 'fix' }, next)
  }
  return (
    <>
      <div className={css.source}>
        <pre ref={numbers} className={css.numbers} aria-hidden="true">
          {lines}
        </pre>
        <textarea
          ref={field}
          className={css.text}
          aria-label="Document as JSON"
          aria-invalid={behind}
          aria-describedby={listId}
          spellCheck={false}
          wrap="off"
          value={text}
          onChange={(event) => editor.setText(event.target.value)}
          onScroll={({ currentTarget }) => {
            if (numbers.current) numbers.current.scrollTop = currentTarget.scrollTop
          }}
        />
      </div>
      <div className={css.issues} id={listId} role="region" aria-label="Findings" tabIndex={0}>
        {issues.length === 0 ? (
          <p className={css.fine}>
            <SuccessIcon size={14} /> No findings.
          </p>
        ) : (
          <ul>
            {issues.slice(0, 50).map((issue, at) => (
              <li key={`${issue.code}${issue.pointer}${at}`}>
                <Badge tone={TONES[issue.severity]}>{issue.severity}</Badge>
                <button type="button" className={css.issue} onClick={() => goTo(issue)}>
                  {issueText(issue)}
                  <span className={css.pointer}>
                    {issue.pointer === '' ? 'document' : issue.pointer} · line {issue.range?.line ?? 1} · {issue.code}
                  </span>
                </button>
                {issue.fix !== undefined && (
                  <Button size="small" onPress={() => applyOne(issue.fix ?? [])}>
                    {t(`editor-panels:json.fix_${wordsOf(issue.fix).key}`, wordsOf(issue.fix).params)}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

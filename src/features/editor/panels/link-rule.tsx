import { LINK_PAGES } from '#domain/link-targets'
import { isRecord, own } from '#engine/core/document/pointer'
import { IconButton, Select, TrashIcon, useUi } from '#ui'
import { useEditor, useEditorState } from '../model/use-editor.tsx'
import { put, putTidy, recordAt, textAt } from '../model/raw.ts'
import { tabsOf } from '../model/tabs.ts'
import { Beyond, Labelled } from './parts/fold.tsx'
import { DraftField } from './parts/draft-field.tsx'
import { readScalar, type Scalar, showScalar } from './steps/values.ts'
import { usePartName } from './use-part-name.ts'
import css from './panels.module.css'

type Rule = Readonly<Record<string, unknown>>

/** No part can be called so. */
const NOWHERE = '(nowhere)'
const DASHBOARD = '(dashboard)'
const ADDRESS = '(address)'

interface LinkRuleProps {
  widget: string
  name: string
  rule: unknown
  fields: readonly string[]
}

export function LinkRule({ widget, name, rule, fields }: LinkRuleProps) {
  const { t } = useUi()
  const editor = useEditor()
  const nameOf = usePartName()
  const doc = useEditorState((state) => state.doc)
  const path = ['widgets', widget, 'links', name]
  const write = (next: Rule | undefined) =>
    editor.change(
      { key: 'links' },
      (draft) => (next === undefined ? putTidy(draft, path, undefined) : put(draft, path, next)),
      `links ${widget} ${name}`,
    )
  const label = name === 'title' ? t('editor-panels:links.fromTitle') : t('editor-panels:links.from', { name })
  if (rule !== undefined && !isRecord(rule)) return <Beyond label={label} value={rule} />
  const { params } = rule ?? {}
  const go = (next: Rule) => write({ ...next, ...(params !== undefined && { params }) })
  const choose = (next: string | null) => {
    const [kind, id = ''] = (next ?? NOWHERE).split(':')
    if (kind === NOWHERE) write(undefined)
    else if (kind === DASHBOARD) go({ dashboard: textAt(doc, '_id') })
    else if (kind === ADDRESS) go({ address: 'https://' })
    else go({ [kind === 'tab' ? 'tab' : 'page']: id })
  }
  return (
    <Labelled label={label}>
      <Select
        label={t('editor-panels:links.to')}
        options={[
          { id: NOWHERE, label: t('editor-panels:links.nowhere') },
          { id: DASHBOARD, label: t('editor-panels:links.dashboard') },
          ...tabsOf(doc).map((tab) => ({
            id: `tab:${textAt(tab, 'id')}`,
            label: t('editor-panels:links.tab', { name: nameOf('tab', textAt(tab, 'id')) }),
          })),
          ...LINK_PAGES.map((id) => ({ id: `page:${id}`, label: t(`editor-panels:links.page_${id}`) })),
          { id: ADDRESS, label: t('editor-panels:links.address') },
        ]}
        value={targetOf(rule)}
        onChange={choose}
      />
      {rule !== undefined &&
        (['dashboard', 'address'] as const)
          .filter((key) => own(rule, key) !== undefined)
          .map((key) => (
            <DraftField
              key={key}
              label={t(`editor-panels:links.${key}Id`)}
              value={textAt(rule, key)}
              write={(text) => {
                if (text === '') return t('editor-panels:problem.missing')
                write({ ...rule, [key]: text })
                return null
              }}
            />
          ))}
      {rule !== undefined && (
        <Params
          params={recordAt(rule, 'params')}
          fields={fields}
          write={(next) => write({ ...rule, params: Object.keys(next).length === 0 ? undefined : next })}
        />
      )}
    </Labelled>
  )
}

const targetOf = (rule: unknown): string => {
  const [tab, page] = [textAt(rule, 'tab'), textAt(rule, 'page')]
  if (own(rule, 'dashboard') !== undefined) return DASHBOARD
  if (own(rule, 'address') !== undefined) return ADDRESS
  return page === '' ? (tab === '' ? NOWHERE : `tab:${tab}`) : `page:${page}`
}

/** The passed filters: one line for each, and an empty one for the next. */
function Params({ params, fields, write }: { params: Rule; fields: readonly string[]; write: (next: Rule) => void }) {
  const { t } = useUi()
  const doc = useEditorState((state) => state.doc)
  const nameOf = usePartName()
  const offered = [
    ...Object.keys(recordAt(doc, 'params')).map((id) => ({ id: `$${id}`, label: nameOf('param', id) })),
    ...fields.map((field) => ({ id: `$event.${field}`, label: t('editor-panels:emits.field', { name: field }) })),
  ]
  const free = Object.keys(recordAt(doc, 'params')).find((id) => !Object.hasOwn(params, id))
  return (
    <>
      {Object.entries(params).map(([key, value]) => (
        <div key={key} className={css.pair}>
          <DraftField
            label={t('editor-panels:links.key')}
            value={key}
            write={(next) => {
              if (!/^[a-zA-Z][\w-]{0,63}$/.test(next)) return t('editor-panels:idRule')
              write(Object.fromEntries(Object.entries(params).map(([one, is]) => [one === key ? next : one, is])))
              return null
            }}
          />
          {offered.some(({ id }) => id === value) ? (
            <Select
              label={t('editor-panels:links.value')}
              options={offered}
              value={String(value)}
              onChange={(next) => {
                if (next !== null) write({ ...params, [key]: next })
              }}
            />
          ) : (
            <DraftField
              label={t('editor-panels:links.value')}
              value={showScalar(value as Scalar)}
              write={(text) => {
                const next = readScalar(text)
                if (next === null) return t('editor-panels:problem.missing')
                write({ ...params, [key]: next })
                return null
              }}
            />
          )}
          <IconButton
            plain
            size="small"
            icon={<TrashIcon size={14} />}
            label={t('editor-panels:links.without', { key })}
            onPress={() => write(Object.fromEntries(Object.entries(params).filter(([one]) => one !== key)))}
          />
        </div>
      ))}
      {free !== undefined && (
        <Select
          label={t('editor-panels:links.add')}
          options={offered}
          value={null}
          onChange={(next) => {
            if (next !== null) write({ ...params, [next.startsWith('$event.') ? free : next.slice(1)]: next })
          }}
        />
      )}
    </>
  )
}

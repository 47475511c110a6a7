/** When a widget is shown: always, or while one filter has a value that fits. */
import { isRecord, own } from '#engine/core/document/pointer'
import { memo } from 'react'
import { NumberField, Select, Switch, useUi } from '#ui'
import { useEditor } from '../model/use-editor.tsx'
import { put, recordAt } from '../model/raw.ts'
import { Beyond } from './parts/fold.tsx'
import { DraftField } from './parts/draft-field.tsx'
import { usePlaceName } from './use-part-name.ts'
import { usePlaces } from './use-places.ts'
import { readList, readScalar, type Scalar, showList, showScalar } from './steps/values.ts'
import css from './panels.module.css'

const RULES = ['set', 'unset', 'is', 'in', 'count'] as const
type Rule = (typeof RULES)[number]
const COUNTS = ['gt', 'gte', 'eq', 'lt', 'lte'] as const

const ruleOf = (when: Readonly<Record<string, unknown>>): Rule | null => {
  if (Object.hasOwn(when, 'set')) return when.set === false ? 'unset' : 'set'
  if (isRecord(when.count)) return Object.keys(when.count).length === 1 ? 'count' : null
  return Object.hasOwn(when, 'is') ? 'is' : Array.isArray(when.in) ? 'in' : null
}
const fresh: Readonly<Record<Rule, Readonly<Record<string, unknown>>>> = {
  set: { set: true },
  unset: { set: false },
  is: { is: true },
  in: { in: [1] },
  count: { count: { gt: 1 } },
}

export const ShowEditor = memo(function ShowEditor({ widget, show }: { widget: string; show: unknown }) {
  const { t } = useUi()
  const editor = useEditor()
  const offered = usePlaces()
  const placeName = usePlaceName()
  const when = recordAt(show, 'when')
  const rule = ruleOf(when)
  const write = (next: Readonly<Record<string, unknown>> | undefined) =>
    editor.change(
      { key: 'show' },
      (draft) => put(draft, ['widgets', widget, 'show'], next && { when: next }),
      `show ${widget}`,
    )

  if (show === undefined) {
    return (
      <div className={css.stack}>
        <Switch
          isSelected={false}
          isDisabled={offered.length === 0}
          onChange={() => write({ param: offered[0]?.id ?? '', set: true })}
        >
          {t('editor-panels:show.only')}
        </Switch>
        {offered.length === 0 && <p className={css.help}>{t('editor-panels:show.noFilters')}</p>}
      </div>
    )
  }
  if (rule === null) return <Beyond label={t('editor-panels:show.title')} value={show} />
  const param = String(when.param)
  const keep = (part: Readonly<Record<string, unknown>>) => write({ param, ...part })
  const [operator = 'gt', count = 0] = Object.entries(recordAt(when, 'count'))[0] ?? []
  return (
    <div className={css.stack}>
      <Switch isSelected onChange={() => write(undefined)}>
        {t('editor-panels:show.only')}
      </Switch>
      <Select
        label={t('editor-panels:show.param')}
        options={offered.map(({ id }) => ({ id, label: placeName(id) }))}
        value={param}
        onChange={(next) => {
          if (next !== null) write({ ...when, param: next })
        }}
      />
      <Select
        label={t('editor-panels:show.rule')}
        options={RULES.map((id) => ({ id, label: t(`editor-panels:show.${id}`) }))}
        value={rule}
        onChange={(next) => {
          if (next !== null && next !== rule) keep(fresh[next])
        }}
      />
      {rule === 'is' && (
        <DraftField
          label={t('editor-panels:step.value')}
          value={showScalar(own(when, 'is') as Scalar)}
          write={(text) => {
            const value = readScalar(text)
            if (value === null) return t('editor-panels:problem.missing')
            keep({ is: value })
            return null
          }}
        />
      )}
      {rule === 'in' && (
        <DraftField
          label={t('editor-panels:step.values')}
          value={showList(when.in as Scalar[])}
          write={(text) => {
            const values = readList(text).filter((one) => typeof one === 'string' || typeof one === 'number')
            if (values.length === 0) return t('editor-panels:problem.missing')
            keep({ in: values })
            return null
          }}
        />
      )}
      {rule === 'count' && (
        <div className={css.pair}>
          <Select
            label={t('editor-panels:step.operator')}
            isSearchable={false}
            options={COUNTS.map((id) => ({ id, label: t(`editor-panels:operator.${id}`) }))}
            value={operator}
            onChange={(next) => keep({ count: { [next ?? 'gt']: count } })}
          />
          <NumberField
            label={t('editor-panels:show.howMany')}
            value={Number(count)}
            min={0}
            step={1}
            onChange={(next) => {
              if (next !== null) keep({ count: { [operator]: next } })
            }}
          />
        </div>
      )}
    </div>
  )
})

import { kindOf } from '#engine/core/kinds/index'
import { isRecord } from '#engine/core/document/pointer'
import { Select, useUi } from '#ui'
import { firstLiteral, type ParamType, readLiteral, showLiteral } from './param-values.ts'
import { Beyond } from './parts/fold.tsx'
import { DraftField } from './parts/draft-field.tsx'
import css from './panels.module.css'

const LITERAL = '\u0001'

const today = () => new Date().toISOString().slice(0, 10)

export function DefaultEditor({
  type,
  value,
  onChange,
}: {
  type: ParamType
  value: unknown
  onChange: (value: unknown) => void
}) {
  const { t } = useUi()
  const { defaults: computed = [], literal } = kindOf({ type }).editor
  const takesLiteral = literal !== undefined
  if (computed.length === 0 && !takesLiteral)
    return value === undefined ? null : <Beyond label={t('editor-panels:param.default')} value={value} />
  const known = computed.find(([, one]) => JSON.stringify(one) === JSON.stringify(value))
  const isLiteral = value !== undefined && known === undefined
  if (isLiteral && (isRecord(value) || !takesLiteral))
    return <Beyond label={t('editor-panels:param.default')} value={value} />
  return (
    <div className={css.stack}>
      <Select
        label={t('editor-panels:param.default')}
        isSearchable={false}
        value={isLiteral ? LITERAL : (known?.[0] ?? null)}
        emptyLabel={t('editor-panels:param.noDefault')}
        options={[
          ...computed.map(([id]) => ({ id, label: t(`editor-panels:param.default_${id}`) })),
          ...(takesLiteral ? [{ id: LITERAL, label: t('editor-panels:param.literal') }] : []),
        ]}
        onChange={(next) =>
          onChange(
            next === null
              ? undefined
              : next === LITERAL
                ? firstLiteral(type, today())
                : computed.find(([id]) => id === next)?.[1],
          )
        }
      />
      {isLiteral && (
        <DraftField
          label={t('editor-panels:param.literal')}
          value={showLiteral(type, value)}
          write={(text) => {
            const next = readLiteral(type, text)
            if (next === undefined) return t('editor-panels:problem.kind')
            onChange(next)
            return null
          }}
        />
      )}
    </div>
  )
}

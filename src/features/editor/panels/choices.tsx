import { own } from '#engine/core/document/pointer'
import { useUi } from '#ui'
import { textAt } from '../model/raw.ts'
import { DraftField } from './parts/draft-field.tsx'
import { Rows } from './steps/step-rows.tsx'
import { readScalar, type Scalar, showScalar } from './steps/values.ts'

interface Choice {
  readonly value: unknown
  readonly label: unknown
}

export function Choices({
  choices,
  onChange,
}: {
  choices: readonly unknown[]
  onChange: (choices: readonly unknown[]) => void
}) {
  const { t } = useUi()
  const rows = choices as readonly Choice[]
  const change = (at: number, part: Partial<Choice>) =>
    onChange(rows.map((row, place) => (place === at ? { ...row, ...part } : row)))
  return (
    <Rows
      label={t('editor-panels:param.choices')}
      rows={rows}
      onRemove={(at) => onChange(rows.filter((_row, place) => place !== at))}
      onAdd={() => onChange([...rows, { value: rows.length + 1, label: String(rows.length + 1) }])}
      render={(row, at) => (
        <>
          <DraftField
            label={t('editor-panels:param.choiceValue')}
            value={showScalar((own(row, 'value') ?? '') as Scalar)}
            write={(text) => {
              const value = readScalar(text)
              if (typeof value !== 'string' && typeof value !== 'number') return t('editor-panels:problem.kind')
              if (value === '') return t('editor-panels:problem.missing')
              change(at, { value })
              return null
            }}
          />
          <DraftField
            label={t('editor-panels:param.choiceLabel')}
            value={textAt(row, 'label')}
            write={(text) => {
              if (text === '') return t('editor-panels:problem.missing')
              change(at, { label: text })
              return null
            }}
          />
        </>
      )}
    />
  )
}

/**
 * How the files are read: what each column is used for over their first rows, and the settings of times and numbers.
 */
import { figuresIn } from '#domain/imports'
import { useUi } from '#ui'
import { type FieldSetting, SettingField } from './setting-field.tsx'
import type { ImportWork } from './use-import.ts'
import css from './imports.module.css'
import { Preview } from './columns-preview.tsx'

const FIELDS: readonly FieldSetting[] = [
  'timeZone',
  'lines',
  'directions',
  'dateOrder',
  'decimal',
  'separator',
  'sheet',
  'duplicates',
  'empty',
  'offsets',
]

/** Settings that say something of hours only. */
const HOURS_ONLY: ReadonlySet<FieldSetting> = new Set(['lines', 'directions', 'empty', 'offsets', 'separator'])

export function ColumnsStep({ work }: { work: ImportWork }) {
  const { t } = useUi()
  const { preview, files, questions, report } = work.now
  const isFigures = figuresIn(report) !== null
  const asked = new Set<string | null>(questions.map(({ setting }) => setting))
  const isText = files.some(({ kind }) => kind === 'csv')
  const shown = FIELDS.filter((one) =>
    isFigures && HOURS_ONLY.has(one)
      ? false
      : one === 'separator'
        ? isText
        : one === 'sheet'
          ? (preview?.sheets.length ?? 0) > 1
          : one === 'directions'
            ? preview?.uses.includes('direction') === true
            : true,
  )
  return (
    <>
      {preview !== null && <Preview preview={preview} work={work} />}
      <div className={css.settings} role="group" aria-label={t('imports:settings')}>
        {shown.map((setting) => (
          <SettingField key={setting} setting={setting} work={work} isAsked={asked.has(setting)} />
        ))}
      </div>
    </>
  )
}

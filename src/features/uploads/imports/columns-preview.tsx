import { COLUMN_USES, type ColumnUse, withColumn } from '#domain/import-columns'
import type { ImportPreview } from '#schemas/generated/entities/import.ts'
import { Badge, Select, useUi } from '#ui'
import { useMemo } from 'react'
import type { ImportWork } from './use-import.ts'
import css from './imports.module.css'

export function Preview({ preview: { file, header, uses, rows }, work }: { preview: ImportPreview; work: ImportWork }) {
  const { t } = useUi()
  const options = useMemo(
    () => [
      { id: 'ignored' as ColumnUse, label: t('imports:use.ignored') },
      ...Object.entries(COLUMN_USES).flatMap(([group, all]) =>
        all.map((id: ColumnUse) => ({ id, label: t(`imports:use.${id}`), hint: t(`imports:uses.${group}`) })),
      ),
    ],
    [t],
  )
  const said = work.isFound('columns') ? [] : (work.valueOf('columns') ?? [])
  const byHand = new Map(said.map(({ column, use }) => [column, use]))
  const caption = t('imports:preview', { name: file, count: rows.length })
  return (
    <figure className={css.figure}>
      <figcaption>{caption}</figcaption>
      <div className={css.previewBox} tabIndex={0} role="region" aria-label={caption}>
        <table className={css.preview}>
          <thead>
            <tr>
              {header.map((column, at) => {
                const use = byHand.get(column) ?? (uses[at] as ColumnUse | null | undefined) ?? 'ignored'
                const name = column === '' ? t('imports:unnamed', { number: at + 1 }) : column
                return (
                  // Two columns may have one name, or none.
                  <th key={`${at} ${column}`} scope="col" data-ignored={use === 'ignored' || undefined}>
                    <Select
                      label={name}
                      options={options}
                      value={use}
                      isDisabled={column === ''}
                      onChange={(next) => work.change({ columns: withColumn(said, column, next ?? 'ignored') })}
                    />
                    <span className={css.origin}>
                      {byHand.has(column) ? (
                        <Badge tone="accent">{t('imports:byHand')}</Badge>
                      ) : (
                        use !== 'ignored' && <Badge>{t('imports:foundShort')}</Badge>
                      )}
                    </span>
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, line) => (
              // Rows of a preview have no other name than their place, and never move.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={line}>
                {header.map((column, at) => {
                  const use = byHand.get(column) ?? uses[at] ?? 'ignored'
                  return (
                    <td key={`${at} ${column}`} data-ignored={use === 'ignored' || undefined}>
                      {row[at] ?? ''}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

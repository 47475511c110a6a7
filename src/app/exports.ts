/** Saving what a widget shows: CSV written in a worker, pictures painted from its canvases. Tells the reader how it went. */
import { csvFileName, csvTableOf, type CsvTable } from '#domain/csv'
import type { Projection } from '#engine'
import { texts } from '#i18n'
import { toasts } from '#ui'
import { pictureOfElement } from '#ui/chart/picture.ts'
import { writeCsv } from '#workers/csv'
import { errorText } from './error-text.ts'
import { fileNameOf, saveFile } from './save-file.ts'

async function told(work: () => Promise<void>): Promise<void> {
  try {
    await work()
    toasts.success(texts.t('app:frame.exported'))
  } catch (cause) {
    toasts.error(texts.t('app:frame.exportFailed', { reason: errorText(cause) }))
  }
}

/** A widget of several small charts is one file: the title of each part stands in a first column. */
function fileOf({ parts, columns, rows }: Projection): CsvTable {
  const [first] = parts ?? []
  if (parts === undefined || first === undefined || rows.length > 0) return csvTableOf({ columns, rows })
  return csvTableOf({
    columns: [{ label: '' }, ...first.projection.columns],
    rows: parts.flatMap((part) => part.projection.rows.map((row) => [part.title, ...row])),
  })
}

export const exportCsv = (_name: string, projection: Projection) => told(async () => {
  saveFile(csvFileName(new Date()), await writeCsv(fileOf(projection), { bom: true }))
})

export const exportPng = (name: string, from: HTMLElement) => void told(async () => {
  const picture = await pictureOfElement('', from)
  if (picture === null) throw new Error(texts.t('app:frame.noPicture'))
  saveFile(`${fileNameOf(name)}.png`, picture)
})

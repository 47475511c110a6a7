/**
 * Saving what a widget shows: CSV written in a worker, pictures painted from its canvases. Tells the reader how it
 * went.
 */
import { csvFileName } from '#domain/csv'
import { type Exported, exportNameOf } from '#domain/file-name'
import type { Projection } from '#engine'
import { csvOfProjection, csvWords } from '#engine/core/run/projection-csv'
import { texts } from '#i18n'
import { toasts } from '#ui'
import { pictureOfElement } from '#ui/chart/element-picture.ts'
import { writeCsv } from '#workers/csv'
import { errorText } from './error-text.ts'
import { csvStyle } from './preferences.ts'
import { saveFile } from './save-file.ts'

async function withToast(work: () => Promise<void>): Promise<void> {
  try {
    await work()
    toasts.success(texts.t('app:frame.exported'))
  } catch (cause) {
    toasts.error(texts.t('app:frame.exportFailed', { reason: errorText(cause) }))
  }
}

export const exportCsv = (what: Exported, projection: Projection) =>
  withToast(async () => {
    const style = csvStyle(texts.language)
    const table = csvOfProjection(
      projection,
      csvWords((key, params) => texts.t(key, { ...params })),
      style,
    )
    saveFile(csvFileName(new Date(), exportNameOf(what)), await writeCsv(table, { bom: true, ...style }))
  })

export const exportPng = (what: Exported, from: HTMLElement) =>
  void withToast(async () => {
    const picture = await pictureOfElement('', from)
    if (picture === null) throw new Error(texts.t('app:frame.noPicture'))
    saveFile(`${exportNameOf(what)}.png`, picture)
  })

/** A title as part of a file name, in any language: letters and digits without their accents, joined by underscores. */
export const fileNameOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .slice(0, 100)
    .replace(/^_+|_+$|\p{Cs}$/gu, '') || 'aforo'

/** The subject of a file, for its name. */
export interface Exported {
  readonly dashboard: string
  readonly widget: string
  readonly period?: { readonly begin: string; readonly end: string }
}

/** `Comparativa_Indicadores_2026-11-16_2026-11-22`: what it is of, of which widget, of which days. */
export const exportNameOf = ({ dashboard, widget, period }: Exported): string =>
  [
    fileNameOf(dashboard),
    fileNameOf(widget),
    ...(period === undefined ? [] : [period.begin, ...(period.end === period.begin ? [] : [period.end])]),
  ].join('_')

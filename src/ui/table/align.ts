import type { TableColumn } from './types.ts'

/** Numbers are aligned to the right. */
export const alignOf = <R>({ align, format = 'text' }: TableColumn<R>): 'start' | 'end' =>
  align ?? (format === 'text' ? 'start' : 'end')

/** Errors of a row, and the texts that are compared and shown. */
import type { RowProblem } from '#domain/upload-problems'
import { clean } from '../../lib/file-problem.ts'
import type { Cell } from './workbook.ts'

export const LONGEST = 200
export const folded = (text: string) => clean(text).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export class Wrong extends Error {
  readonly problem: RowProblem
  readonly field: string
  readonly cell: Cell | undefined
  constructor(problem: RowProblem, field: string, cell: Cell | undefined) {
    super(problem)
    this.problem = problem
    this.field = field
    this.cell = cell
  }
}

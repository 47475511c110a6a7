/** Where installations are besides their list and their form. */
import { area } from '../paths.ts'

const { list } = area('installations')

export const FIELD_MAP = {
  list,
  board: `${list}/board`,
  way: (id: number) => `${list}/${id}`,
} as const

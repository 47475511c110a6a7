/**
 * The controls of the kinds: one file each, named after its kind. Most layouts have the three that come with the page;
 * each of the others comes with the first layout that has it.
 */
import { type ComponentType, lazy } from 'react'
import type { ControlProps } from '../services.tsx'
import MultiControl from './multi.tsx'
import SingleControl from './single.tsx'
import TextControl from './text.tsx'

type Control = ComponentType<ControlProps>

const files = import.meta.glob<{ default: Control }>(['./*.tsx', '!./single.tsx', '!./multi.tsx', '!./text.tsx'])
/** `./date-range.tsx` draws `dateRange`. */
const kindIn = (file: string) =>
  file.slice(2, -'.tsx'.length).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

export const CONTROLS: Readonly<Record<string, Control | undefined>> = {
  ...Object.fromEntries(Object.entries(files).map(([file, load]) => [kindIn(file), lazy(load)])),
  single: SingleControl,
  multi: MultiControl,
  text: TextControl,
}

/**
 * A kind of filter as one object. The engine reads it and tests for no kind by its name; `index.ts` lists
 * the kinds, and `docs/write-a-filter.md` adds one.
 */
import type { Frame } from '#domain/frame'
import type { Param } from '#schemas/generated/layout.ts'
import type { Issue, SourceArg, ValueKind } from '../../types.ts'
import type { OptionList, OptionValue } from '../params/options.ts'
import type { ParamView } from '../params/state.ts'
import type { Shape } from './shapes.ts'
import type { KindContext } from './context.ts'

/** A choice resolved in a list: the sent value, the choice without missing members, and the missing ones. */
export interface Found {
  readonly value: unknown
  readonly choice: unknown
  readonly lost: readonly OptionValue[]
}

/** A place in one of several lists, for the dashboard's `setPrefix` and `setRelative`. */
export interface Places {
  /** The list that a filter without a value shows. */
  first(definition: Param): string
  /** NaN is the list's own default; a place beyond the list is its last one. Undefined: there is no such list. */
  at(definition: Param, prefix: string, index: number, today: string): unknown
}

/** One input of the editor that only some kinds have. */
export interface EditorField {
  readonly key: keyof Param
  /** `json`: shown as it is written. `word`: an id. */
  readonly control: 'number' | 'word' | 'json'
}

export interface KindEditor {
  /** Computed defaults that are offered: name of its text, and what is written. */
  readonly defaults?: readonly (readonly [id: string, value: unknown])[]
  /** How a default is written out; left out: it cannot be. */
  readonly literal?: { readonly form: 'scalar' | 'list' | 'text' | 'number' | 'date'; readonly first?: unknown }
  readonly fields?: readonly EditorField[]
  /** Inputs under the list: columns of its query, each with one for its name. */
  readonly optionFields?: readonly { readonly key: string; readonly control: 'columns' }[]
  /** Required fields of a new filter of this kind. */
  readonly starts?: Readonly<Partial<Record<keyof Param, unknown>>>
}

export interface Kind {
  // ---------------------------------------------------------------- values

  /** A choice in the form of the kind, undefined for nothing, null for what is no value of it. `raw` is never empty. */
  normalise(raw: unknown, definition: Param): unknown
  /** `one` or `many` of a list; left out: a value that is in no list. */
  readonly holds?: 'one' | 'many'
  /** Every filter of the kind has a value: what is left empty is the default. */
  readonly isNeverEmpty?: boolean
  /** Text typed by the reader: it is left out of files that are passed on. */
  readonly isFreeText?: boolean
  /** `choices`: a value is one that the list has. `offer`: the list only proposes, and nothing waits for it. */
  readonly list?: 'choices' | 'offer'
  /** False: its list is always that of a query. */
  readonly takesFixedList?: boolean
  /** Resolves a choice once its list has loaded; left out: the chosen values of the list. */
  find?(choice: unknown, list: OptionList): Found
  /** A part of the choice that the list no longer has and without which it means nothing. */
  gone?(choice: unknown, list: OptionList): OptionValue | undefined
  /** A remembered choice as it is today; left out: as it was. */
  remembered?(choice: unknown, context: KindContext): unknown
  readonly places?: Places

  // ---------------------------------------------------------------- defaults

  /** The value without a choice; `given` is the document's. */
  defaultOf(given: Param['default'], context: KindContext & { readonly list: OptionList | undefined }): unknown
  /** It has a value though the document gives no default. */
  readonly hasOwnDefault?: boolean
  /** Whether a document may give this default. */
  fitsDefault(given: unknown, definition: Param): boolean
  /** Further problems of a definition. */
  check?(definition: Param, pointer: string): readonly Issue[]
  /** Fields that only some kinds have: of a definition, of its `options` and of its `default`. */
  readonly fields?: readonly string[]
  readonly optionFields?: readonly string[]
  readonly defaultFields?: readonly string[]
  /** Columns of its list that it reads beside value and label, and those that only its control reads. */
  columns?(options: Param['options']): readonly string[]
  labelColumns?(options: Param['options']): readonly string[]

  // ---------------------------------------------------------------- queries

  /** Parts that a query may name (`''` is the whole value), and the arguments that each fits. */
  readonly parts: Readonly<Record<string, readonly SourceArg['type'][]>>
  /**
   * Parts that a gesture on a chart may set (`''` is the whole value) and what each takes; `list`: what its list holds,
   * several of which only a kind that `holds` many takes.
   */
  readonly gestures: Readonly<Record<string, readonly ValueKind[] | 'list'>>
  /** The value that a gesture sets; left out: the field of the event as it is. */
  fromEvent?(raw: unknown, path: readonly string[], now: unknown, context: KindContext): unknown

  // ---------------------------------------------------------------- address

  /** Shapes that a document may ask for. */
  readonly urlShapes: readonly ('id' | 'ids' | 'date')[]
  /** The shape it has where the document asks for none, and also where it does if that is `own`. */
  readonly shape: string | ((definition: Param, isTextList: boolean) => string | undefined)
  /** Shapes that only this kind has. */
  readonly shapes?: Readonly<Record<string, Shape>>
  readonly hasOwnShape?: boolean
  /** A shape to name in the notice, where a value of the right form cannot be taken on this day. */
  refuses?(value: unknown, context: Pick<KindContext, 'definition' | 'today'>): string | undefined
  /** Its address says less than its value: the page remembers what it wrote. */
  readonly isAddressShort?: boolean

  // ---------------------------------------------------------------- control and editor

  /** Extra properties of its control. */
  view?(
    definition: Param,
    text: (raw: string | undefined) => string,
    state: { readonly today: string; readonly list: Frame | undefined },
  ): Partial<ParamView>
  /** Room in the row of filters; on a phone two of `field` and `list` share a row. */
  readonly room: 'field' | 'line' | 'list' | 'names' | 'pair' | 'wide' | 'switch'
  readonly editor: KindEditor
}

/**
 * Frames as Apache Arrow IPC streams: the answer format for large results. Decoding reads the buffers in place and
 * never makes a value per cell; what a frame says about a column beyond its Arrow type (role, unit, whole number or
 * fraction) travels in the field's metadata, as far as a reader would not take it for granted: of a small answer the
 * schema is the larger half.
 */
import {
  Batch,
  Column as ArrowColumn,
  Table,
  Type,
  batchType,
  columnFromArray,
  dateDay,
  dictionary,
  field,
  float64,
  int16,
  int32,
  int8,
  tableFromIPC,
  tableToIPC,
  uint16,
  uint8,
  utf8,
} from '@uwdata/flechette'
import type { DataType, IntType } from '@uwdata/flechette'
import { DomainError } from './domain-error.ts'
import { bitAt, noBits, numberData, setBit } from './frame-build.ts'
import type { Column, ColumnData, ColumnRole, ColumnType, Frame, Numbers, Unit } from './frame.ts'

/**
 * Of the schema's metadata, as JSON: what a comparison rests on, what an answer by the hour leaves out, which traffic
 * it is of.
 */
const NOTES = ['basis', 'byDay', 'traffic'] as const

/** Columns that are dimensions when the sender did not say (contract of column names). */
const DIMENSIONS = new Set([
  'client',
  'local',
  'area',
  'day',
  'index',
  'hour',
  'weekday',
  'week',
  'month',
  'period',
  'fold',
])

/** Reads an Arrow IPC stream or file. Throws FRAME_BROKEN for anything that is not one. */
export function decodeArrow(bytes: Uint8Array): Frame {
  // The views below need 8-byte alignment; a body cut out of a larger buffer may not have it.
  const aligned = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice()
  try {
    // The reader takes nothing at all for a table without columns.
    if (aligned.length === 0) throw new RangeError('no bytes')
    const table = tableFromIPC(aligned)
    const columns = table.schema.fields.map(({ name, type, metadata }): Column => describe(name, type, metadata))
    const data = columns.map((column, at) => readColumn(column, table.children[at]?.data ?? [], table.numRows))
    const notes = NOTES.flatMap((name) => {
      const text = table.schema.metadata?.get(name)
      return text === undefined ? [] : [[name, JSON.parse(text) as unknown]]
    })
    return { columns, data, rows: table.numRows, ...(Object.fromEntries(notes) as Pick<Frame, (typeof NOTES)[number]>) }
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw new DomainError(
      'FRAME_BROKEN',
      `The answer of ${bytes.byteLength} bytes is no Arrow stream.`,
      { bytes: bytes.byteLength },
      error,
    )
  }
}

function describe(id: string, type: DataType, metadata: Map<string, string> | null | undefined): Column {
  const unit = metadata?.get('unit') as Unit | undefined
  return {
    id,
    type: (metadata?.get('type') as ColumnType | undefined) ?? columnType(id, type),
    role: (metadata?.get('role') as ColumnRole | undefined) ?? (DIMENSIONS.has(id) || isText(type) ? 'dim' : 'measure'),
    ...(unit && { unit }),
    ...(metadata?.get('muted') === 'true' && { muted: true as const }),
  }
}

const isText = (type: DataType) =>
  type.typeId === Type.Dictionary || type.typeId === Type.Utf8 || type.typeId === Type.LargeUtf8

function columnType(id: string, type: DataType): ColumnType {
  if (isText(type)) return 'text'
  switch (type.typeId) {
    case Type.Int:
      return id === 'day' ? 'day' : 'int'
    case Type.Float:
      return 'float'
    case Type.Bool:
      return 'boolean'
    case Type.Date:
      return 'day'
    default:
      throw new DomainError(
        'FRAME_BROKEN',
        `Column ${id} has Arrow type ${type.typeId}; expected numbers, text, dates or booleans.`,
        { column: id },
      )
  }
}

type AnyBatch = Batch<unknown> & { dictionary?: ArrowColumn<unknown> }

function readColumn(column: Column, batches: readonly AnyBatch[], rows: number): ColumnData {
  if (column.type === 'text') return readText(batches, rows)
  const values = readValues(column, batches, rows)
  if (batches.every((batch) => batch.nullCount === 0)) return { kind: 'numbers', values }
  const valid = readValidity(batches, rows)
  // The value that a writer leaves under a null is arbitrary; the kernels count on 0.
  for (let row = 0; row < rows; row++) if (!bitAt(valid, row)) values[row] = 0
  return numberData(values, valid)
}

function readValidity(batches: readonly AnyBatch[], rows: number): Uint8Array {
  const valid = noBits(rows)
  let at = 0
  for (const batch of batches) {
    const bits = batch.validity as Uint8Array
    if (batch.nullCount > 0 && at % 8 === 0) valid.set(bits.subarray(0, (batch.length + 7) >> 3), at >> 3)
    else
      for (let row = 0; row < batch.length; row++)
        if (batch.nullCount === 0 || bitAt(bits, row)) setBit(valid, at + row)
    at += batch.length
  }
  return valid
}

/** One batch of the right type is used in place; anything else is copied once into an array of it. */
function readValues(column: Column, batches: readonly AnyBatch[], rows: number): Numbers {
  const [only] = batches
  const wide =
    column.type === 'float' ||
    batches.some(
      ({ values }) =>
        values instanceof Float64Array ||
        values instanceof BigInt64Array ||
        values instanceof BigUint64Array ||
        values instanceof Uint32Array,
    )
  const Values = column.type === 'boolean' ? Uint8Array : wide ? Float64Array : Int32Array
  if (batches.length === 1 && only?.values instanceof Values && only.type.typeId !== Type.Bool)
    return (only.values as Numbers).subarray(0, rows)
  const values = new Values(rows)
  let at = 0
  for (const batch of batches) {
    copyValues(batch, values, at)
    at += batch.length
  }
  return values
}

function copyValues(batch: AnyBatch, to: Numbers, at: number): void {
  const from = batch.values as Exclude<typeof batch.values, undefined>
  if (batch.type.typeId === Type.Bool) {
    for (let row = 0; row < batch.length; row++) to[at + row] = bitAt(from as Uint8Array, row) ? 1 : 0
  } else if (from instanceof BigInt64Array || from instanceof BigUint64Array) {
    // Dates in milliseconds and 64-bit sums; both stay far below 2^53.
    const scale = batch.type.typeId === Type.Date ? 86_400_000 : 1
    for (let row = 0; row < batch.length; row++) to[at + row] = Number(from[row]) / scale
  } else {
    to.set((from as Numbers).subarray(0, batch.length), at)
  }
}

function readText(batches: readonly AnyBatch[], rows: number) {
  const codes = new Int32Array(rows).fill(-1)
  const dictionary: string[] = []
  const known = new Map<string, number>()
  const codeOf = (text: string) => {
    if (!known.has(text)) known.set(text, dictionary.push(text) - 1)
    return known.get(text) as number
  }
  let at = 0
  for (const batch of batches) {
    const recode = batch.dictionary && Array.from(batch.dictionary, (entry) => codeOf(String(entry)))
    const keys = batch.values as Numbers
    for (let row = 0; row < batch.length; row++) {
      if (batch.nullCount > 0 && !batch.isValid(row)) continue
      codes[at + row] = recode ? (recode[keys[row] as number] as number) : codeOf(String(batch.value(row)))
    }
    at += batch.length
  }
  return { kind: 'text' as const, codes, dictionary }
}

/**
 * Writes an Arrow IPC stream from the frame's own buffers. `fixed`: whole numbers have 32 bits for any values,
 * so that every frame of the same columns has the same schema.
 */
export function encodeArrow(frame: Frame, options: { fixed?: boolean } = {}): Uint8Array {
  const steps = arrowSteps(frame, options)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** The same, one column a step: who has other things to do takes the steps of a large frame one by one. */
export function* arrowSteps(
  frame: Frame,
  { fixed = false }: { fixed?: boolean } = {},
): Generator<undefined, Uint8Array> {
  const shrink = fixed ? wide : narrowest
  const columns: ArrowColumn<unknown>[] = []
  for (const [at, column] of frame.columns.entries()) {
    columns.push(writeColumn(column, frame.data[at] as ColumnData, frame.rows, shrink))
    yield
  }
  const fields = frame.columns.map((column, at) => {
    const type = columns[at]?.type as DataType
    const taken = describe(column.id, type, null)
    const said = (['type', 'role', 'unit'] as const).flatMap((key): [string, string][] =>
      column[key] === undefined || column[key] === taken[key] ? [] : [[key, column[key]]],
    )
    if (column.muted === true) said.push(['muted', 'true'])
    return { ...field(column.id, type), ...(said.length > 0 && { metadata: new Map(said) }) }
  })
  const notes = NOTES.flatMap((name): [string, string][] =>
    frame[name] === undefined ? [] : [[name, JSON.stringify(frame[name])]],
  )
  const schema = {
    version: 4 as const,
    endianness: 0 as const,
    fields,
    metadata: notes.length === 0 ? null : new Map(notes),
  }
  return tableToIPC(new Table(schema, columns), { format: 'stream' }) as Uint8Array
}

function writeColumn(column: Column, data: ColumnData, rows: number, shrink: typeof narrowest): ArrowColumn<unknown> {
  if (data.kind === 'text') {
    // An Arrow dictionary cannot be empty. The index type must name this very entry type: the writer finds the id by
    // it.
    const entries = columnFromArray(data.dictionary.length ? [...data.dictionary] : [''], utf8())
    const valid = noBits(rows)
    let nulls = 0
    for (let row = 0; row < rows; row++) {
      if ((data.codes[row] as number) < 0) nulls++
      else setBit(valid, row)
    }
    const codes = shrink(data.codes.map((code) => Math.max(code, 0)))
    const batch = batchOf(
      dictionary(entries.type, codes.type),
      codes.values,
      nulls ? valid : undefined,
      rows,
      nulls,
    ) as AnyBatch & { setDictionary(entries: unknown): AnyBatch }
    return new ArrowColumn([batch.setDictionary(entries)])
  }
  const { type, values } = numbersOnTheWire(column, data.values, shrink)
  let nulls = 0
  if (data.valid) for (let row = 0; row < rows; row++) if (!bitAt(data.valid, row)) nulls++
  return new ArrowColumn([batchOf(type, values, data.valid, rows, nulls)])
}

function numbersOnTheWire(
  column: Column,
  values: Numbers,
  shrink: typeof narrowest,
): { type: DataType; values: Numbers } {
  if (column.type === 'day')
    return { type: dateDay(), values: values instanceof Int32Array ? values : Int32Array.from(values) }
  if (column.type === 'float' || values instanceof Float64Array)
    return { type: float64(), values: values instanceof Float64Array ? values : Float64Array.from(values) }
  return shrink(values)
}

const wide = (values: Numbers): { type: IntType; values: Numbers } => ({
  type: int32(),
  values: values instanceof Int32Array ? values : Int32Array.from(values),
})

/**
 * The smallest type that holds every value: an hour needs one byte, a count mostly two. Readers widen once, on arrival.
 */
function narrowest(values: Numbers): { type: IntType; values: Numbers } {
  let least = 0
  let most = 0
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number
    if (value < least) least = value
    else if (value > most) most = value
  }
  if (least >= 0 && most <= 0xff) return { type: uint8(), values: Uint8Array.from(values) }
  if (least >= 0 && most <= 0xffff) return { type: uint16(), values: Uint16Array.from(values) }
  if (least >= -0x80 && most <= 0x7f) return { type: int8(), values: Int8Array.from(values) }
  if (least >= -0x8000 && most <= 0x7fff) return { type: int16(), values: Int16Array.from(values) }
  return { type: int32(), values: values instanceof Int32Array ? values : Int32Array.from(values) }
}

function batchOf(
  type: DataType,
  values: Numbers,
  valid: Uint8Array | undefined,
  length: number,
  nullCount: number,
): AnyBatch {
  const BatchType = batchType(type, {}) as unknown as typeof Batch
  return new BatchType({ length, nullCount, type, validity: valid ?? new Uint8Array(0), values: values as Int32Array })
}

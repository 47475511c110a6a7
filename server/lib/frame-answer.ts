/** Sends a frame: as JSON columns, or as an Arrow stream where the caller asks for it. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { arrowSteps, encodeArrow } from '#domain/frame-arrow'
import { cellOf, toJson } from '#domain/frame-build'
import type { Frame } from '#domain/frame'
import { createBreath } from './breathe.ts'

export const ARROW = 'application/vnd.apache.arrow.stream'

/** Smaller answers are written at once: that takes less than a slice. */
const SLICED_FROM_CELLS = 50_000
const ROWS_A_PIECE = 4096

/** @param asOf start of the newest hour known, epoch ms; in the body of JSON, in `x-as-of` beside an Arrow stream */
export function sendFrame(
  request: FastifyRequest,
  reply: FastifyReply,
  { frame, asOf }: { frame: Frame; asOf: number | null },
): FastifyReply | Promise<FastifyReply> {
  void reply.header('vary', 'accept')
  const isLarge = frame.rows * frame.columns.length >= SLICED_FROM_CELLS
  if (wantsArrow(request.headers.accept)) {
    if (asOf !== null) void reply.header('x-as-of', String(asOf))
    void reply.type(ARROW)
    return isLarge
      ? arrowInSlices(frame).then((bytes) => reply.send(bytes))
      : reply.send(Buffer.from(encodeArrow(frame)))
  }
  void reply.type('application/json; charset=utf-8')
  // Written here and not by the route's serialiser, which looks at every cell again.
  return isLarge
    ? jsonInSlices(frame, asOf).then((bytes) => reply.send(bytes))
    : reply.send(JSON.stringify({ ...toJson(frame), asOf }))
}

/** The bytes of `encodeArrow`. */
export async function arrowInSlices(frame: Frame): Promise<Buffer> {
  const breathe = createBreath()
  const steps = arrowSteps(frame)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return Buffer.from(step.value)
    await breathe()
  }
}

/** The bytes of `JSON.stringify({ ...toJson(frame), asOf })`. */
export async function jsonInSlices(frame: Frame, asOf: number | null): Promise<Buffer> {
  const breathe = createBreath()
  const { columns, data: _none, rows: _zero, ...notes } = toJson({ ...frame, rows: 0 })
  const pieces: Buffer[] = [Buffer.from(`{"columns":${JSON.stringify(columns)},"data":[`)]
  for (let at = 0; at < frame.columns.length; at += 1) {
    for (let from = 0; from === 0 || from < frame.rows; from += ROWS_A_PIECE) {
      const cells = Array.from({ length: Math.min(ROWS_A_PIECE, frame.rows - from) }, (_cell, row) =>
        cellOf(frame, at, from + row),
      )
      const begin = from > 0 ? ',' : at > 0 ? ',[' : '['
      const end = from + ROWS_A_PIECE < frame.rows ? '' : ']'
      pieces.push(Buffer.from(`${begin}${JSON.stringify(cells).slice(1, -1)}${end}`))
      await breathe()
    }
  }
  pieces.push(Buffer.from(`],"rows":${frame.rows},${JSON.stringify({ ...notes, asOf }).slice(1)}`))
  return Buffer.concat(pieces)
}

const wantsArrow = (accept = '') => accept.split(',').some((part) => part.split(';')[0]?.trim() === ARROW)

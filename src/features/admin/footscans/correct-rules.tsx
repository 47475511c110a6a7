import { strictMac } from '#domain/mac'
import { mandatory, type Rules, type Translate } from '#ui'
import { reasonText } from '../hubble/reason-text.ts'
import {
  type MomentName,
  MOMENTS,
  type NumberName,
  NUMBERS,
  numberReason,
  type ReadingValues,
  wrongAtoms,
} from './reading-values.ts'

const EUI64 = /^[0-9A-F]{16}$/i

const isDevice = (text: string) => strictMac(text) !== null || EUI64.test(text.trim().replaceAll(/[:-]/g, ''))

export function rulesOf(t: Translate): Rules<ReadingValues> {
  const moment =
    (name: MomentName) =>
    (value: number | null, { kind }: ReadingValues) =>
      kind !== null && MOMENTS[kind].includes(name) ? mandatory(value) : null
  const number = (name: NumberName) => (value: number | null, values: ReadingValues) => {
    const { kind } = values
    if (kind === null || !NUMBERS[kind].includes(name)) return null
    if (kind === 'heartbeat')
      return value === null || (value >= 0 && value <= 100) ? null : t('fleet:quarantine.batteryInvalid')
    const reason = numberReason(value)
    if (reason !== null) return reasonText(reason, t)
    // Nothing at all would be counted.
    const isNothing = NUMBERS[kind][0] === name && NUMBERS[kind].every((one) => values[one] === null)
    return isNothing && values.atoms.trim() === '' ? mandatory(value) : null
  }
  return {
    device: [mandatory, (text) => (isDevice(text) ? null : t('fleet:quarantine.deviceInvalid'))],
    kind: mandatory,
    start: moment('start'),
    end: [
      moment('end'),
      (end, { kind, start }) =>
        kind === 'count' && end !== null && start !== null && end <= start ? reasonText('INTERVAL_INVALID', t) : null,
    ],
    at: moment('at'),
    in: number('in'),
    out: number('out'),
    totalIn: number('totalIn'),
    totalOut: number('totalOut'),
    people: number('people'),
    battery: number('battery'),
    atoms: (text) => {
      const wrong = wrongAtoms(text)
      return wrong === null ? null : t('fleet:quarantine.atomsInvalid', { line: wrong })
    },
  }
}

import { installationMachine } from '#domain/machines/installations'
import type { Installation } from '#schemas/generated/entities/installation.ts'
import type { Stated } from '../resource/states/stated.ts'

/** The states of installations, on every page about them. */
export const STATED: Stated<Installation> = {
  name: 'installations',
  path: 'management/installations',
  words: 'noun-installations:',
  label: ({ name, id }) => `${name} #${id}`,
  machine: {
    table: installationMachine,
    tones: { planned: 'warn', underway: 'accent', installed: 'info', verified: 'good', closed: 'good' },
    asks: ['close', 'cancel', 'rework'],
  },
}

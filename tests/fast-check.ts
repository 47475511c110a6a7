/**
 * fast-check as the tests get it (an alias of vitest.config.ts): the gate draws the same cases every time, so that a
 * change and not luck turns it red. A night draws others: `FC_SEED=random npm test`, or the number that a report names.
 */
import fc from '../node_modules/fast-check/lib/fast-check.js'

const asked = process.env.FC_SEED ?? '20261122'
if (asked !== 'random') fc.configureGlobal({ seed: Number(asked) })
if (process.env.MUTATION_FOLDER !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true })

export * from '../node_modules/fast-check/lib/fast-check.js'
export default fc

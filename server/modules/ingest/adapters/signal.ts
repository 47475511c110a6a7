/** Shared parts of the sources of Wi-Fi presence. */
import { numberOf } from './read-instants.ts'

/** Meraki v2 and old access points say how many dB a signal is above this noise floor. */
const NOISE_FLOOR_DBM = -95
const WEAKEST = -120

/** Signal strength in dBm; a positive number is dB above the noise floor. Null for values that no radio can receive. */
export function dbmOf(value: unknown): number | null {
  const number = numberOf(value)
  if (number === null || number < WEAKEST || number > -NOISE_FLOOR_DBM) return null
  return Math.round(number > 0 ? number + NOISE_FLOOR_DBM : number)
}

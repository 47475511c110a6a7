/** A latitude or a longitude. Maps copy them with a decimal point, in every language. */
import { TextField, type TextFieldProps, useUi } from '#ui'
import { useState } from 'react'
import { readDegrees, readPair } from './coordinates.ts'

interface CoordinateFieldProps extends Omit<TextFieldProps, 'value' | 'onChange'> {
  /** NaN: what is typed is no number of degrees. */
  value: number | null
  onChange: (value: number | null) => void
  /** Degrees to each side of zero. */
  most: number
  /** Both at once were typed or pasted here. */
  onPair: (pair: { lat: number; lng: number }) => void
}

export function CoordinateField({ value, onChange, most, onPair, onBlur, ...rest }: CoordinateFieldProps) {
  const { locale } = useUi()
  const [typed, setTyped] = useState('')
  const change = (text: string) => {
    const pair = readPair(text)
    if (pair !== null) return onPair(pair)
    setTyped(text)
    onChange(readDegrees(text, most))
  }
  const written =
    value === null || Number.isNaN(value)
      ? ''
      : new Intl.NumberFormat(locale, { maximumFractionDigits: 6, useGrouping: false }).format(value)
  // The typed text stays until the value changes elsewhere: the map, or the other field.
  const isTyped = Object.is(readDegrees(typed, most), value)
  const leave = () => {
    if (written !== '') setTyped(written)
    onBlur?.()
  }
  return <TextField {...rest} value={isTyped ? typed : written} onChange={change} onBlur={leave} />
}

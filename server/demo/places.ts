/**
 * Cities of the demo: where they are, whose clock they follow and which holidays they keep. Names are real, brands are
 * not.
 */
export interface Place {
  readonly locality: string
  readonly region: string
  readonly countryCode: 'ES' | 'PT' | 'GB'
  readonly timeZone: string
  readonly lat: number
  readonly lng: number
  readonly zipCode: string
  /** Fixed holidays besides those of the country, `MM-DD` to name. */
  readonly fiestas: Readonly<Record<string, string>>
}

const spain = (
  locality: string,
  region: string,
  lat: number,
  lng: number,
  zipCode: string,
  fiestas: Record<string, string>,
  timeZone = 'Europe/Madrid',
): Place => ({ locality, region, countryCode: 'ES', timeZone, lat, lng, zipCode, fiestas })

export const PLACES = {
  madrid: spain('Madrid', 'Comunidad de Madrid', 40.4168, -3.7038, '28013', {
    '05-02': 'Fiesta de la Comunidad',
    '05-15': 'San Isidro',
    '11-09': 'La Almudena',
  }),
  barcelona: spain('Barcelona', 'Catalunya', 41.3874, 2.1686, '08002', {
    '06-24': 'Sant Joan',
    '09-11': 'Diada Nacional',
    '09-24': 'La Mercè',
    '12-26': 'Sant Esteve',
  }),
  valencia: spain('València', 'Comunitat Valenciana', 39.4699, -0.3763, '46002', {
    '03-19': 'Sant Josep, Falles',
    '10-09': 'Dia de la Comunitat Valenciana',
  }),
  sevilla: spain('Sevilla', 'Andalucía', 37.3891, -5.9845, '41001', {
    '02-28': 'Día de Andalucía',
    '05-30': 'San Fernando',
  }),
  malaga: spain('Málaga', 'Andalucía', 36.7213, -4.4214, '29015', {
    '02-28': 'Día de Andalucía',
    '08-19': 'Feria de Málaga',
  }),
  bilbao: spain('Bilbao', 'Euskadi', 43.263, -2.935, '48005', { '07-25': 'Santiago Apóstol', '08-22': 'Aste Nagusia' }),
  zaragoza: spain('Zaragoza', 'Aragón', 41.6488, -0.8891, '50003', {
    '03-05': 'Cincomarzada',
    '04-23': 'Día de Aragón',
  }),
  coruna: spain('A Coruña', 'Galicia', 43.3623, -8.4115, '15003', {
    '05-17': 'Letras Galegas',
    '07-25': 'Día de Galicia',
    '10-07': 'Virxe do Rosario',
  }),
  palma: spain('Palma', 'Illes Balears', 39.5696, 2.6502, '07001', {
    '01-20': 'Sant Sebastià',
    '03-01': 'Dia de les Illes Balears',
  }),
  laspalmas: spain(
    'Las Palmas de Gran Canaria',
    'Canarias',
    28.1235,
    -15.4363,
    '35002',
    { '05-30': 'Día de Canarias', '06-24': 'San Juan' },
    'Atlantic/Canary',
  ),
  tenerife: spain(
    'Santa Cruz de Tenerife',
    'Canarias',
    28.4636,
    -16.2518,
    '38003',
    { '05-03': 'Día de la Cruz', '05-30': 'Día de Canarias' },
    'Atlantic/Canary',
  ),
  lisboa: {
    locality: 'Lisboa',
    region: 'Lisboa',
    countryCode: 'PT',
    timeZone: 'Europe/Lisbon',
    lat: 38.7223,
    lng: -9.1393,
    zipCode: '1100-053',
    fiestas: { '06-13': 'Santo António' },
  },
  porto: {
    locality: 'Porto',
    region: 'Norte',
    countryCode: 'PT',
    timeZone: 'Europe/Lisbon',
    lat: 41.1579,
    lng: -8.6291,
    zipCode: '4000-322',
    fiestas: { '06-24': 'São João' },
  },
  london: {
    locality: 'London',
    region: 'England',
    countryCode: 'GB',
    timeZone: 'Europe/London',
    lat: 51.5072,
    lng: -0.1276,
    zipCode: 'W1B 5SR',
    fiestas: {},
  },
} as const satisfies Record<string, Place>

export type PlaceName = keyof typeof PLACES

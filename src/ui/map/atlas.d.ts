/** Not read by the compiler: types of half a megabyte of numbers are of no use. */
declare module 'world-atlas/countries-110m.json' {
  const topology: import('./topology.ts').Atlas
  export default topology
}
declare module 'world-atlas/countries-50m.json' {
  const topology: import('./topology.ts').Atlas
  export default topology
}

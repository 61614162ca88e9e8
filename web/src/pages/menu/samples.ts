/** A position of each game that makes a good picture. */
export const SAMPLES: Record<string, string[]> = {
  mosaic: ['baaedd', 'bacbea', 'cbeecb', 'dacdad', 'beebde', 'daaeda'],
  cascade: ['..g..v.', 'o.bo.gv', 'gvbog.o', 'bgovbgo', 'ovbgvob', 'bbgovvg', 'gobvgbo'],
  duel: ['.RR...', 'RRGG..', '.RRGG.', '.RGGGR', '..GGRR', '...GR.'],
  pushmine: ['X.O..', '.XXO.', 'OX*XO', '.OXX.', '..O.X'],
  flood: [
    'rrrgbyrgybrg',
    'rrggbyrrybgg',
    'rrryybgrbbyr',
    'grrrybgybrry',
    'bgrrrygyyrbg',
    'bbgyrrrgbybr',
    'ygbyyrggrbyb',
    'yrrbgyybrggy',
    'bgyrrbgyyrbb',
    'rbbggyrbgyrg',
    'gyrbyygrbbgy',
    'bryggbryrgyb',
  ],
};

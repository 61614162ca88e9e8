/** How long events are shown, in steps. Made by tools/api_types.py from what the events say in Python. */
export const STEP_MS = 180;

export const LENGTHS = {
  captured: { steps: 1.6, each: 0.25, of: 'cells' },
  cleared: { steps: 1 },
  dropped: { steps: 1, beside: 'fell' },
  ejected: { steps: 0 },
  ended: { steps: 0 },
  fell: { steps: 1 },
  flooded: { steps: 1.25, each: 0.25, of: 'waves', most: 6 },
  goblin_came: { steps: 3.5, follow: 1 },
  mine_decayed: { steps: 1 },
  mine_detonated: { steps: 1 },
  mine_earned: { steps: 0 },
  mine_placed: { steps: 2 },
  passed: { steps: 2 },
  placed: { steps: 1 },
  protected: { steps: 0 },
  pushed: { steps: 1.5 },
  reshuffled: { steps: 3 },
  sides_swapped: { steps: 2 },
  swapped: { steps: 1 },
} as const;

/** The server's shapes under the names that the pages use. */
import type { components } from './schema';

type Schemas = components['schemas'];

export type { GameEvent } from './events';

export type AdviceView = Schemas['AdviceView'];
export type AnalysisView = Schemas['AnalysisView'];
export type ClockView = Schemas['ClockView'];
export type DailyView = Schemas['DailyView'];
export type Entry = Schemas['Entry'];
export type ErrorAnswer = Schemas['ErrorAnswer'];
export type ExperimentRequest = Schemas['LabRunRequest'];
export type ExperimentView = Schemas['LabRunView'];
export type GameView = Schemas['GameView'];
export type HintView = Schemas['HintView'];
export type HistoryEntry = Schemas['HistoryEntry'];
export type LiveAction = Schemas['ActionMessage']['action'];
export type LiveMessage = Schemas['LiveMessage'];
export type EstimateView = Schemas['EstimateView'];
export type HostReply = Schemas['HostReply'];
export type LessonView = Schemas['LessonView'];
export type JudgementView = Schemas['JudgementView'];
export type MadeView = Schemas['CreatedMatch'];
export type MatchView = Schemas['MatchView'];
export type MetricView = Schemas['MetricView'];
export type NewMatch = Schemas['NewMatch'];
export type OfferRequest = Schemas['OfferRequest'];
export type OfferView = Schemas['OfferView'];
export type PeopleView = Schemas['PeopleView'];
export type PositionView = Schemas['PositionView'];
export type PreviewView = Schemas['PreviewView'];
export type PuzzleJudgement = Schemas['PuzzleJudgement'];
export type PuzzleView = Schemas['PuzzleView'];
export type Reaction = Schemas['ReactionRequest']['reaction'];
export type RecordView = Schemas['RecordView'];
export type ReplayStep = Schemas['ReplayStep'];
export type ReplayView = Schemas['ReplayView'];
export type ReportView = Schemas['ReportView'];
export type Score = Schemas['BestScore'];
export type SeatRequest = NonNullable<NewMatch['seats']>[number];
export type SeatView = Schemas['SeatView'];
export type SeriesView = Schemas['SeriesView'];
export type Summary = Schemas['MatchSummary'];
export type TakenMatches = Schemas['TakenMatches'];
export type ThoughtSoFar = Schemas['ThoughtSoFar'];

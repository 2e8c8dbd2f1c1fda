import * as Result from "effect/Result";
import { type LicenceId, licenceId } from "./licence.ts";

/** A question of the licence questionnaire, or one of the stations after it. */
export type QuestionnaireStep = "who" | "storage" | "revenue" | "band" | "confirm" | "form" | "done";

/** The short flow asks who is licensed; the Enterprise flow begins with the revenue band and ends with a form. */
export type QuestionnaireFlow = "minimal" | "enterprise";

/** An answer that may be given: its own name, its label, and where it leads. */
export interface QuestionnaireAnswer {
  readonly id: string;
  readonly label: string;
  readonly leadsTo: "storage" | "revenue" | "band" | { readonly suggests: LicenceId };
}

/** Where somebody is in the questionnaire, and the way they came. */
export interface Questionnaire {
  readonly flow: QuestionnaireFlow;
  readonly minimum: LicenceId;
  readonly step: QuestionnaireStep;
  readonly suggested: LicenceId | null;
  readonly history: readonly QuestionnaireStep[];
}

const suggests = (id: number): { readonly suggests: LicenceId } => ({ suggests: licenceId(id) });

const ANSWERS: Readonly<Record<"who" | "storage" | "revenue" | "band", readonly QuestionnaireAnswer[]>> = {
  who: [
    { id: "me", label: "Me", leadsTo: "storage" },
    { id: "someone-else", label: "Someone else", leadsTo: "revenue" },
    { id: "multiple-artists", label: "Multiple artists", leadsTo: "revenue" },
  ],
  storage: [
    { id: "no", label: "No", leadsTo: suggests(1) },
    { id: "yes", label: "Yes", leadsTo: "revenue" },
  ],
  revenue: [
    { id: "under-3m", label: "Under $3M", leadsTo: suggests(2) },
    { id: "at-least-3m", label: "$3M or more", leadsTo: "band" },
  ],
  band: [
    { id: "3m-20m", label: "$3M-$20M", leadsTo: suggests(3) },
    { id: "21m-49m", label: "$21M-$49M", leadsTo: suggests(4) },
    { id: "50m-99m", label: "$50M-$99M", leadsTo: suggests(5) },
    { id: "over-100m", label: "Over $100M", leadsTo: suggests(6) },
  ],
};

/** The highest licence that an answer can still lead to. */
const highestReach = (answer: QuestionnaireAnswer): LicenceId => {
  const { leadsTo } = answer;
  if (typeof leadsTo === "object") return leadsTo.suggests;
  return licenceId(Math.max(...ANSWERS[leadsTo].map(highestReach)));
};

/** A questionnaire at its first question. (LIC-04, LIC-06) */
export const startQuestionnaire = (flow: QuestionnaireFlow, minimum: LicenceId): Questionnaire => ({
  flow,
  minimum,
  step: flow === "minimal" ? "who" : "band",
  suggested: null,
  history: [],
});

/** The answers that may be given now: those that can still lead to the minimum licence or above. (LIC-05) */
export const offeredAnswers = (questionnaire: Questionnaire): readonly QuestionnaireAnswer[] => {
  const { step, minimum } = questionnaire;
  return step === "who" || step === "storage" || step === "revenue" || step === "band" ? ANSWERS[step].filter((answer) => highestReach(answer) >= minimum) : [];
};

/** The answer is not among those offered now. */
export interface AnswerNotOffered {
  readonly _tag: "AnswerNotOffered";
  readonly step: QuestionnaireStep;
  readonly offered: readonly string[];
}

const moved = (questionnaire: Questionnaire, step: QuestionnaireStep, suggested = questionnaire.suggested): Questionnaire => ({
  ...questionnaire,
  step,
  suggested,
  history: [...questionnaire.history, questionnaire.step],
});

/** Gives an answer. One that is not offered changes nothing. (LIC-04, LIC-05) */
export const answerQuestion = (questionnaire: Questionnaire, id: string): Result.Result<Questionnaire, AnswerNotOffered> => {
  const offered = offeredAnswers(questionnaire);
  const given = offered.find((answer) => answer.id === id);
  if (given === undefined) {
    return Result.fail({ _tag: "AnswerNotOffered", step: questionnaire.step, offered: offered.map((answer) => answer.id) });
  }
  return Result.succeed(typeof given.leadsTo === "object" ? moved(questionnaire, "confirm", given.leadsTo.suggests) : moved(questionnaire, given.leadsTo));
};

/** Accepts the suggested licence: the Enterprise flow goes on to its form, the short one is done. (LIC-04, LIC-06) */
export const acceptSuggestion = (questionnaire: Questionnaire): Questionnaire =>
  questionnaire.step !== "confirm" ? questionnaire : moved(questionnaire, questionnaire.flow === "enterprise" ? "form" : "done");

/** The Enterprise form was sent. (LIC-06) */
export const formSent = (questionnaire: Questionnaire): Questionnaire => (questionnaire.step !== "form" ? questionnaire : moved(questionnaire, "done"));

/** One step back on the way one came; at the first step, and once done, it stays. (LIC-04) */
export const stepBack = (questionnaire: Questionnaire): Questionnaire => {
  const before = questionnaire.history.at(-1);
  if (before === undefined || questionnaire.step === "done") return questionnaire;
  return {
    ...questionnaire,
    step: before,
    // A suggestion belongs to the answer that made it.
    suggested: before === "confirm" || before === "form" ? questionnaire.suggested : null,
    history: questionnaire.history.slice(0, -1),
  };
};

const ENTERPRISE_STEPS: readonly QuestionnaireStep[] = ["band", "confirm", "form", "done"];
const MINIMAL_STEPS: readonly QuestionnaireStep[] = ["who", "storage", "revenue", "band", "confirm"];

/** How far one is: the place of the step and how many there are. The Enterprise flow has four. (LIC-06) */
export const questionnaireProgress = (questionnaire: Questionnaire): { readonly step: number; readonly of: number } => {
  const steps = questionnaire.flow === "enterprise" ? ENTERPRISE_STEPS : MINIMAL_STEPS;
  const place = steps.indexOf(questionnaire.step);
  return { step: place < 0 ? steps.length : place + 1, of: steps.length };
};

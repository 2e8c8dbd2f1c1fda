import * as Result from "effect/Result";
import { type LicenseId, licenseId } from "./license.ts";

/** A question of the license questionnaire. */
export type QuestionStep = "who" | "storage" | "revenue" | "band";

/** What comes after the questions. */
export type ConclusionStep = "confirm" | "form" | "done";

/** A step of the license questionnaire. */
export type QuestionnaireStep = QuestionStep | ConclusionStep;

/** The short flow asks who is licensed; the Enterprise flow begins with the revenue band and ends with a form. */
export type QuestionnaireFlow = "minimal" | "enterprise";

/** An answer that may be given: its own name, its label, and where it leads. */
export interface QuestionnaireAnswer {
  readonly id: string;
  readonly label: string;
  readonly leadsTo: "storage" | "revenue" | "band" | { readonly suggests: LicenseId };
}

interface Walk {
  readonly flow: QuestionnaireFlow;
  readonly minimum: LicenseId;
  readonly history: readonly QuestionnaireStep[];
}

/** A questionnaire at one of its questions: nothing is suggested yet. */
export interface Asking extends Walk {
  readonly step: QuestionStep;
  readonly suggested: null;
}

/** A questionnaire whose answers have led to a license. */
export interface Concluding extends Walk {
  readonly step: ConclusionStep;
  readonly suggested: LicenseId;
}

/** Where somebody is in the questionnaire, and the way they came. */
export type Questionnaire = Asking | Concluding;

const isQuestion = (step: QuestionnaireStep): step is QuestionStep => Object.hasOwn(ANSWERS, step);

const suggests = (id: number): { readonly suggests: LicenseId } => ({ suggests: licenseId(id) });

const ANSWERS: Readonly<Record<QuestionStep, readonly QuestionnaireAnswer[]>> = {
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

/** The highest license that an answer can still lead to. */
const highestReach = (answer: QuestionnaireAnswer): LicenseId => {
  const { leadsTo } = answer;
  if (typeof leadsTo === "object") return leadsTo.suggests;
  return licenseId(Math.max(...ANSWERS[leadsTo].map(highestReach)));
};

/** A questionnaire at its first question. (LIC-04, LIC-06) */
export const startQuestionnaire = (flow: QuestionnaireFlow, minimum: LicenseId): Questionnaire => ({
  flow,
  minimum,
  step: flow === "minimal" ? "who" : "band",
  suggested: null,
  history: [],
});

/** The answers that may be given now: those that can still lead to the minimum license or above. (LIC-05) */
export const offeredAnswers = (questionnaire: Questionnaire): readonly QuestionnaireAnswer[] => {
  if (questionnaire.suggested !== null) return [];
  return ANSWERS[questionnaire.step].filter((answer) => highestReach(answer) >= questionnaire.minimum);
};

/** The answer is not among those offered now. */
export interface AnswerNotOffered {
  readonly _tag: "AnswerNotOffered";
  readonly step: QuestionnaireStep;
  readonly offered: readonly string[];
}

const onward = ({ flow, minimum, history, step }: Questionnaire): Walk => ({
  flow,
  minimum,
  history: [...history, step],
});

/** Gives an answer. One that is not offered changes nothing. (LIC-04, LIC-05) */
export const answerQuestion = (
  questionnaire: Questionnaire,
  id: string,
): Result.Result<Questionnaire, AnswerNotOffered> => {
  const offered = offeredAnswers(questionnaire);
  const given = offered.find((answer) => answer.id === id);
  if (given === undefined) {
    return Result.fail({
      _tag: "AnswerNotOffered",
      step: questionnaire.step,
      offered: offered.map((answer) => answer.id),
    });
  }
  const { leadsTo } = given;
  return Result.succeed(
    typeof leadsTo === "object"
      ? { ...onward(questionnaire), step: "confirm", suggested: leadsTo.suggests }
      : { ...onward(questionnaire), step: leadsTo, suggested: null },
  );
};

/** Accepts the suggested license: the Enterprise flow goes on to its form, the short one is done. (LIC-04, LIC-06) */
export const acceptSuggestion = (questionnaire: Questionnaire): Questionnaire =>
  questionnaire.step !== "confirm"
    ? questionnaire
    : {
        ...onward(questionnaire),
        step: questionnaire.flow === "enterprise" ? "form" : "done",
        suggested: questionnaire.suggested,
      };

/** The Enterprise form was sent. (LIC-06) */
export const formSent = (questionnaire: Questionnaire): Questionnaire =>
  questionnaire.step !== "form"
    ? questionnaire
    : { ...onward(questionnaire), step: "done", suggested: questionnaire.suggested };

/** One step back on the way one came; at the first step, and once done, it stays. (LIC-04) */
export const stepBack = (questionnaire: Questionnaire): Questionnaire => {
  const before = questionnaire.history.at(-1);
  if (before === undefined || questionnaire.step === "done") return questionnaire;
  const { flow, minimum, suggested } = questionnaire;
  const walk: Walk = { flow, minimum, history: questionnaire.history.slice(0, -1) };
  // A suggestion belongs to the answer that made it: back at a question there is none.
  if (isQuestion(before)) return { ...walk, step: before, suggested: null };
  return suggested === null ? questionnaire : { ...walk, step: before, suggested };
};

const ENTERPRISE_STEPS: readonly QuestionnaireStep[] = ["band", "confirm", "form", "done"];
const MINIMAL_STEPS: readonly QuestionnaireStep[] = ["who", "storage", "revenue", "band", "confirm"];

/** How far one is: the place of the step and how many there are. The Enterprise flow has four. (LIC-06) */
export const questionnaireProgress = (questionnaire: Questionnaire): { readonly step: number; readonly of: number } => {
  const steps = questionnaire.flow === "enterprise" ? ENTERPRISE_STEPS : MINIMAL_STEPS;
  const place = steps.indexOf(questionnaire.step);
  return { step: place < 0 ? steps.length : place + 1, of: steps.length };
};

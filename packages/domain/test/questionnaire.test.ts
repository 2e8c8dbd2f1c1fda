import {
  CONFIRM_LICENSE_BASE,
  type ConfirmLicense,
  type ConfirmLicenseEvent,
  LICENSE_IDS,
  type Questionnaire,
  acceptSuggestion,
  answerQuestion,
  confirmLicenseReducer,
  confirmLicenseProgress,
  formSent,
  licenseErrorButton,
  licenseId,
  offeredAnswers,
  questionText,
  questionnaireProgress,
  startQuestionnaire,
  stepBack,
  suggestionText,
} from "@backlot/domain";
import { arbLicense } from "@backlot/testing/arbitraries";
import * as Result from "effect/Result";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const L = licenseId;
const VISITOR = { hasAccount: false };
const walk = (questionnaire: Questionnaire, answers: readonly string[]): Questionnaire =>
  answers.reduce((at, answer) => Result.getOrThrow(answerQuestion(at, answer)), questionnaire);

describe("the license questionnaire", () => {
  it.each([
    [["me", "no"], 1],
    [["me", "yes", "under-3m"], 2],
    [["someone-else", "under-3m"], 2],
    [["multiple-artists", "under-3m"], 2],
    [["me", "yes", "at-least-3m", "3m-20m"], 3],
    [["someone-else", "at-least-3m", "21m-49m"], 4],
    [["multiple-artists", "at-least-3m", "50m-99m"], 5],
    [["multiple-artists", "at-least-3m", "over-100m"], 6],
  ])("LIC-04 %o suggests license %i, and back goes the same way", (answers, id) => {
    const start = startQuestionnaire("minimal", L(1));
    const end = walk(start, answers);
    expect([end.step, end.suggested]).toEqual(["confirm", id]);
    expect(acceptSuggestion(end).step).toBe("done");
    let at = end;
    for (const _ of answers) at = stepBack(at);
    expect(at).toEqual(start);
    expect(stepBack(at)).toEqual(start);
    expect(stepBack(acceptSuggestion(end)).step).toBe("done");
  });

  it("LIC-04 an answer that is not offered changes nothing and says what is", () => {
    const start = startQuestionnaire("minimal", L(1));
    expect(answerQuestion(start, "no")).toEqual(
      Result.fail({ _tag: "AnswerNotOffered", step: "who", offered: ["me", "someone-else", "multiple-artists"] }),
    );
    expect(acceptSuggestion(start)).toBe(start);
    expect(formSent(start)).toBe(start);
  });

  it("LIC-05 whatever is answered, every path ends at or above the minimum, and some path always does", () => {
    for (const minimum of LICENSE_IDS) {
      for (const flow of ["minimal", "enterprise"] as const) {
        const reached = new Set<number>();
        const follow = (at: Questionnaire): void => {
          if (at.step === "confirm") {
            expect(at.suggested).toBeGreaterThanOrEqual(minimum);
            reached.add(at.suggested ?? 0);
            return;
          }
          const offered = offeredAnswers(at);
          expect(offered.length).toBeGreaterThan(0);
          for (const answer of offered) follow(Result.getOrThrow(answerQuestion(at, answer.id)));
        };
        follow(startQuestionnaire(flow, minimum));
        expect([...reached].sort()).toEqual(
          LICENSE_IDS.filter((id) => id >= minimum && (flow === "minimal" || id >= 3)),
        );
      }
    }
    expect(offeredAnswers(walk(startQuestionnaire("minimal", L(2)), ["me"])).map((answer) => answer.id)).toEqual([
      "yes",
    ]);
  });

  it("LIC-06 the Enterprise flow starts at the band, ends with the form and counts four steps", () => {
    const start = startQuestionnaire("enterprise", L(1));
    const seen = [start, walk(start, ["21m-49m"])];
    seen.push(acceptSuggestion(seen[1] ?? start));
    seen.push(formSent(seen[2] ?? start));
    expect(seen.map((at) => at.step)).toEqual(["band", "confirm", "form", "done"]);
    expect(seen.map((each) => questionnaireProgress(each, { hasAccount: true }))).toEqual(
      [1, 2, 3, 4].map((step) => ({ step, of: 4 })),
    );
    // A visitor's last step is the suggestion.
    expect(seen.slice(0, 2).map((each) => questionnaireProgress(each, { hasAccount: false }))).toEqual(
      [1, 2].map((step) => ({ step, of: 2 })),
    );
    expect(stepBack(seen[2] ?? start)).toMatchObject({ step: "confirm", suggested: 4 });
    expect(questionnaireProgress(startQuestionnaire("minimal", L(1)), VISITOR)).toEqual({ step: 1, of: 5 });
  });
});

describe("the questionnaire's words", () => {
  it("LIC-04 asks in the owner's answers", () => {
    const labels = (...answers: readonly string[]): readonly string[] => {
      let questionnaire = startQuestionnaire("minimal", L(1));
      for (const given of answers) questionnaire = Result.getOrThrow(answerQuestion(questionnaire, given));
      return offeredAnswers(questionnaire).map((each) => each.label);
    };
    expect(labels()).toEqual(["Me", "Someone else", "Multiple artists"]);
    expect(labels("me")).toEqual(["No", "Yes"]);
    expect(labels("someone-else")).toEqual(["Under $3M", "$3M or more"]);
    expect(labels("someone-else", "at-least-3m")).toEqual(["$3M-$20M", "$21M-$49M", "$50M-$99M", "Over $100M"]);
    expect(labels("me", "no")).toEqual([]);
  });

  it("LIC-04 LIC-06 says what each step asks, and what a suggestion means, the income limit beside it", () => {
    expect((["who", "storage", "revenue", "band"] as const).map(questionText)).toEqual([
      "Who will be licensed?",
      "Do other people have access to the storage where you keep assets?",
      "What's your annual revenue?",
      "Which range is your annual revenue in?",
    ]);
    expect(LICENSE_IDS.map(suggestionText)).toEqual([
      "For one person who is the sole user of the assets and earns under $200K per year.",
      "For studios and teams with annual revenue under $3M.",
      "For studios with annual revenue of $3M-$20M.",
      "For studios with annual revenue of $21M-$49M.",
      "For studios with annual revenue of $50M-$99M.",
      "For studios with annual revenue of over $100M.",
    ]);
  });

  it("LIC-04 counts its five steps in their order, and stands at the last one once done", () => {
    let questionnaire = startQuestionnaire("minimal", L(1));
    const seen = [questionnaireProgress(questionnaire, VISITOR)];
    for (const given of ["me", "yes", "at-least-3m", "3m-20m"]) {
      questionnaire = Result.getOrThrow(answerQuestion(questionnaire, given));
      seen.push(questionnaireProgress(questionnaire, VISITOR));
    }
    expect(seen.map((each) => each.step)).toEqual([1, 2, 3, 4, 5]);
    const done = acceptSuggestion(questionnaire);
    expect([done.step, questionnaireProgress(done, VISITOR), stepBack(done)]).toEqual([
      "done",
      { step: 5, of: 5 },
      done,
    ]);
    expect(acceptSuggestion(startQuestionnaire("minimal", L(1)))).toEqual(startQuestionnaire("minimal", L(1)));
    expect(formSent(questionnaire)).toBe(questionnaire);
  });
});

describe("the confirm-license modal", () => {
  const nobody = { free_subscriber: true, license_id: null };
  const through = (
    events: readonly ConfirmLicenseEvent[],
    subscriber: { free_subscriber: boolean; license_id: ReturnType<typeof L> | null } = nobody,
  ): readonly ConfirmLicense[] => {
    const states: ConfirmLicense[] = [CONFIRM_LICENSE_BASE];
    for (const event of events)
      states.push(confirmLicenseReducer(states.at(-1) ?? CONFIRM_LICENSE_BASE, event, subscriber));
    return states;
  };
  const start = { _tag: "start", minimum: L(1) } as const;
  const answer = (id: string) => ({ _tag: "answer", id }) as const;

  it("LIC-07 goes from the start over questions, agreement and form to the License ID, and its bar only grows", () => {
    const states = through([
      start,
      answer("me"),
      answer("no"),
      { _tag: "agreed" },
      { _tag: "submitted", token: "BL-1" },
      { _tag: "close" },
    ]);
    expect(states.map((state) => state._tag)).toEqual([
      "base",
      "questions",
      "questions",
      "agree",
      "form",
      "confirm",
      "end",
    ]);
    expect(states[5]).toEqual({ _tag: "confirm", license: 1, token: "BL-1" });
    const bar = states.map(confirmLicenseProgress);
    expect(bar).toEqual([...bar].sort((a, b) => a - b));
    expect([bar[0], bar.at(-1)]).toEqual([0, 100]);
  });

  it("LIC-07 a paying subscriber of another type sees the comparison; a free one, or the same type, not", () => {
    const answers = [start, answer("multiple-artists"), answer("under-3m")];
    const paying = through(answers, { free_subscriber: false, license_id: L(1) }).at(-1);
    expect(paying).toMatchObject({ _tag: "license-error", current: 1, suggested: 2 });
    if (paying?._tag === "license-error") expect(licenseErrorButton(paying)).toBe("Upgrade");
    const down = through(answers, { free_subscriber: false, license_id: L(5) }).at(-1);
    if (down?._tag === "license-error") expect(licenseErrorButton(down)).toBe("Downgrade");
    expect(through(answers, { free_subscriber: true, license_id: L(1) }).at(-1)?._tag).toBe("agree");
    expect(through(answers, { free_subscriber: false, license_id: L(2) }).at(-1)?._tag).toBe("agree");
    const bands = [start, answer("multiple-artists"), answer("at-least-3m"), answer("over-100m")];
    expect(through(bands, { free_subscriber: false, license_id: L(3) }).at(-1)?._tag).toBe("agree");
  });

  it("LIC-07 goes back the way it came, from every stage that has a way back", () => {
    const back = { _tag: "back" } as const;
    const tags = (events: readonly ConfirmLicenseEvent[], subscriber = nobody) =>
      through(events, subscriber).map((state) => state._tag);
    expect(tags([start, back])).toEqual(["base", "questions", "base"]);
    expect(tags([back])).toEqual(["base", "base"]);
    const second = through([start, answer("me"), back]).at(-1);
    expect(second).toEqual({ _tag: "questions", questionnaire: startQuestionnaire("minimal", L(1)) });
    const atForm = [start, answer("me"), answer("no"), { _tag: "agreed" }] as const;
    expect(through([...atForm, back]).at(-1)).toMatchObject({ _tag: "agree", license: 1 });
    expect(through([...atForm, back, back]).at(-1)).toMatchObject({
      _tag: "questions",
      questionnaire: { step: "storage", suggested: null },
    });
    expect(tags([...atForm, { _tag: "submitted", token: "t" }, back]).at(-1)).toBe("confirm");
    expect(tags([{ _tag: "close" }, back, start])).toEqual(["base", "end", "end", "end"]);
    expect(through([start, answer("me"), start]).at(-1)).toMatchObject({ questionnaire: { step: "storage" } });
    const paying = { free_subscriber: false, license_id: L(1) };
    const compared = through([start, answer("someone-else"), answer("under-3m"), back], paying as never);
    expect(compared.map((state) => state._tag).slice(-2)).toEqual(["license-error", "questions"]);
    expect(compared.at(-1)).toMatchObject({ questionnaire: { step: "revenue" } });
    expect(tags([start, answer("nonsense"), { _tag: "agreed" }, { _tag: "submitted", token: "t" }])).toEqual([
      "base",
      "questions",
      "questions",
      "questions",
      "questions",
    ]);
    expect(tags([answer("me")])).toEqual(["base", "base"]);
  });

  it("LIC-07 the bar stands at a quarter for each stage", () => {
    const states = through([start, answer("me"), answer("no"), { _tag: "agreed" }, { _tag: "submitted", token: "t" }]);
    expect(states.map(confirmLicenseProgress)).toEqual([0, 25, 25, 50, 75, 100]);
    const compared = through([start, answer("someone-else"), answer("under-3m")], {
      free_subscriber: false,
      license_id: L(1),
    }).at(-1);
    expect(compared && confirmLicenseProgress(compared)).toBe(50);
  });

  it("LIC-07 whatever happens in whatever order, it never skips the agreement, and closing always closes", () => {
    const event: fc.Arbitrary<ConfirmLicenseEvent> = fc.oneof(
      arbLicense.map((minimum) => ({ _tag: "start" as const, minimum })),
      fc
        .constantFrom("me", "someone-else", "no", "yes", "under-3m", "at-least-3m", "over-100m", "nonsense")
        .map(answer),
      fc.constantFrom(
        { _tag: "agreed" as const },
        { _tag: "back" as const },
        { _tag: "submitted" as const, token: "t" },
      ),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 25 }), fc.boolean(), fc.option(arbLicense), (events, free, current) => {
        const subscriber = { free_subscriber: free, license_id: current };
        const states = through(events, subscriber);
        for (const [index, state] of states.entries()) {
          if (state._tag === "form")
            expect(states.slice(0, index).some((before) => before._tag === "agree")).toBe(true);
          if (state._tag === "confirm")
            expect(states.slice(0, index).some((before) => before._tag === "form")).toBe(true);
        }
        expect(confirmLicenseReducer(states.at(-1) ?? CONFIRM_LICENSE_BASE, { _tag: "close" }, subscriber)).toEqual({
          _tag: "end",
        });
      }),
    );
  });
});

import { field, isRecord } from "@/lib/shared/chat/parts";
import type { Surface } from "@/lib/shared/chat/surfaces";
import { CodeText, pretty } from "./code-text";

/** What a component was, what it was given and what came back. */
export function ComponentFacts({ surface: { input, component, answer } }: { surface: Surface }) {
  const name = component?.name ?? field(input, "component");
  const code = field(input, "code");
  const app = component?.app;
  const props = app ? input : isRecord(input) ? input.props : undefined;
  return (
    <>
      <p>
        {app ? (
          <>
            An app of the server <code>{app.server}</code>
          </>
        ) : name ? (
          <>
            The component <code>{name}</code>
            {component?.version !== undefined && `, version ${component.version}`}
          </>
        ) : (
          "A component that was written for this"
        )}
      </p>
      {isRecord(props) && Object.keys(props).length > 0 && (
        <Details summary="What it was given" text={pretty(props)} language="json" />
      )}
      {code && !app && <Details summary="Its code" text={code} language="tsx" />}
      {answer !== undefined && answer !== null && (
        <Details summary="What came back" text={pretty(answer)} language="json" isOpen />
      )}
    </>
  );
}

type DetailsProps = { summary: string; text: string; language: string; isOpen?: boolean };

function Details({ summary, text, language, isOpen }: DetailsProps) {
  return (
    <details className="call" open={isOpen}>
      <summary>{summary}</summary>
      <CodeText text={text} language={language} />
    </details>
  );
}

import { ScrollArea } from "@/components/ui/scroll-area";
import { parametersOf } from "./parameters";

/** What a tool takes, for reading. */
export function ParametersTable({ schema }: { schema: Record<string, unknown> }) {
  const parameters = parametersOf(schema);
  if (parameters.length === 0) return <p className="text-ink-2">It takes nothing.</p>;
  return (
    <ScrollArea label="Parameters">
      <table aria-label="Parameters" className="w-full border-collapse md:min-w-110">
        <thead>
          <tr className="text-left text-meta text-ink-3">
            <th className="pr-4 pb-1 font-medium">Name</th>
            <th className="pr-4 pb-1 font-medium">Type</th>
            <th className="pb-1 font-medium">What for</th>
          </tr>
        </thead>
        <tbody>
          {parameters.map(({ path, depth, type, isRequired, about }) => (
            <tr key={path} className="border-line border-t align-top">
              <td
                className="py-1.5 pr-4 font-mono text-meta/5 wrap-anywhere"
                style={{ paddingLeft: depth * 12 }}
              >
                {path}
                {isRequired && (
                  <>
                    <span aria-hidden className="text-ink-3">
                      {" "}
                      *
                    </span>
                    <span className="sr-only">, required</span>
                  </>
                )}
              </td>
              <td className="max-w-60 py-1.5 pr-4 text-ink-2 wrap-anywhere">{type}</td>
              <td className="py-1.5 text-ink-2 wrap-anywhere">{about}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

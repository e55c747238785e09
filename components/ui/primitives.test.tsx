import { readdirSync, readFileSync } from "node:fs";
import { renderToStaticMarkup as html } from "react-dom/server";
import { useForm } from "react-hook-form";
import { describe, expect, it } from "vitest";
import { PRIMITIVES } from "@/components/draw/runtime/modules";
import { Badge } from "./badge";
import { Button } from "./button";
import { ButtonGroup } from "./button-group";
import { Calendar } from "./calendar";
import { Card, CardContent, CardHeader, CardTitle } from "./card";
import { ChartContainer, ChartLegendContent, ChartTooltipContent } from "./chart";
import { entryOf } from "./chart-config";
import { cn } from "./cn";
import { FieldError } from "./field";
import { Form, FormControl, FormDescription, FormField, FormItem, FormLabel, FormMessage } from "./form";
import { Input } from "./input";
import { PaginationLink } from "./pagination";
import { Progress } from "./progress";
import { SidebarMenuButton } from "./sidebar";
import { Slider } from "./slider";
import { ToggleGroup, ToggleGroupItem } from "./toggle-group";

const sources = readdirSync(import.meta.dirname).filter((name) => /(?<!\.test)\.tsx?$/.test(name));

describe.each(PRIMITIVES)("%s", (name) => {
  it("exports components", async () => {
    const module: Record<string, unknown> = await import(`../ui/${name}.tsx`);
    expect(Object.keys(module)).not.toEqual([]);
  });
});

it("no primitive uses server modules, storage or eval", () => {
  for (const name of sources) {
    const source = readFileSync(`${import.meta.dirname}/${name}`, "utf8");
    expect(source, name).not.toMatch(
      /from "next|localStorage|sessionStorage|document\.cookie|\bfetch\(|new Function/,
    );
  }
});

it("a passed class overrides that of the primitive", () => {
  expect(cn("h-control text-ui bg-ink", "h-9 text-sm bg-blue-600")).toBe("h-9 text-sm bg-blue-600");
  expect(html(<Card className="p-8" />)).not.toContain("py-(--pad)");
});

describe("a button", () => {
  it("submits its form, unless it has a click handler", () => {
    expect(html(<Button>Send</Button>)).not.toContain("type=");
    expect(html(<Button onClick={() => {}}>Add a row</Button>)).toContain('type="button"');
    expect(html(<Button type="submit" onClick={() => {}} />)).toContain('type="submit"');
  });

  it("accepts the variants and sizes of shadcn/ui", () => {
    for (const variant of ["default", "secondary", "outline", "ghost", "link", "destructive"] as const)
      for (const size of ["default", "xs", "sm", "lg", "icon", "icon-xs", "icon-sm", "icon-lg"] as const)
        expect(html(<Button variant={variant} size={size} />)).toContain('data-slot="button"');
  });

  it("renders as a link with asChild, as does a badge", () => {
    expect(
      html(
        <Button asChild>
          <a href="#there">There</a>
        </Button>,
      ),
    ).toMatch(/^<a [^>]*href="#there"/);
    expect(
      html(
        <Badge asChild>
          <a href="#there">There</a>
        </Badge>,
      ),
    ).toMatch(/^<a /);
  });
});

it("a page link without an address is rendered as a focusable button", () => {
  expect(html(<PaginationLink onClick={() => {}}>1</PaginationLink>)).toMatch(/role="button" tabindex="0"/i);
  expect(
    html(
      <PaginationLink href="#2" isActive>
        2
      </PaginationLink>,
    ),
  ).toMatch(/^(?!.*role=).*aria-current="page"/);
});

it("a slider has a labelled thumb for each value", () => {
  const text = html(<Slider aria-label="Price" defaultValue={[20, 70]} />);
  expect(text).toContain('aria-label="Price, from"');
  expect(text).toContain('aria-label="Price, to"');
  expect(html(<Slider value={[5]} aria-label="Volume" />)).toContain('aria-label="Volume"');
});

it("a progress bar clamps its value, and marks an unknown value", () => {
  expect(html(<Progress value={140} />)).toContain('aria-valuenow="100"');
  expect(html(<Progress />)).toContain('data-state="indeterminate"');
});

it("FieldError shows each error once, and renders nothing without errors", () => {
  const errors = [{ message: "Too short." }, undefined, { message: "Too short." }];
  expect(html(<FieldError errors={errors} />).match(/Too short/g)).toHaveLength(1);
  expect(html(<FieldError errors={[undefined]} />)).toBe("");
});

it("toggles are rendered as segments, or as separate buttons with a variant", () => {
  const group = (variant?: "outline") =>
    html(
      <ToggleGroup type="single" variant={variant}>
        <ToggleGroupItem value="a">A</ToggleGroupItem>
      </ToggleGroup>,
    );
  expect(group()).toContain("bg-fill");
  expect(group("outline")).toContain("border-line-strong");
});

it("a group and a card render their children", () => {
  const text = html(
    <Card>
      <CardHeader>
        <CardTitle>Total</CardTitle>
      </CardHeader>
      <CardContent>
        <ButtonGroup aria-label="Ways">
          <Button variant="outline">One</Button>
        </ButtonGroup>
      </CardContent>
    </Card>,
  );
  for (const part of ["Total", 'role="group"', "One"]) expect(text).toContain(part);
});

it("a calendar marks the selected day, and accepts the older names of its bounds", () => {
  const day = new Date(2026, 4, 12);
  const text = html(
    <Calendar mode="single" selected={day} defaultMonth={day} fromYear={2026} toYear={2026} />,
  );
  expect(text).toContain('data-day="2026-05-12"');
  expect(text).toContain('aria-selected="true"');
});

it("a part of the sidebar outside its provider throws an error that names the provider", () => {
  expect(() => html(<SidebarMenuButton>Home</SidebarMenuButton>)).toThrow("<SidebarProvider />");
});

describe("a chart", () => {
  const config = {
    desktop: { label: "Desktop", color: "hsl(var(--chart-1))" },
    mobile: { label: "Mobile", theme: { light: "var(--chart-2)", dark: "oklch(0.5 0.1 20)" } },
  };
  const inChart = (content: React.ReactElement) =>
    html(<ChartContainer config={config}>{content}</ChartContainer>);

  it("sets a colour for each series, also by theme and in the older format", () => {
    const text = inChart(<p />);
    expect(text).toContain("--color-desktop:var(--chart-1)");
    expect(text).toContain("--color-mobile:light-dark(var(--chart-2), oklch(0.5 0.1 20))");
  });

  it("labels series in legend and tooltip from the config", () => {
    const legend = [{ value: "desktop", dataKey: "desktop", color: "red" }];
    expect(inChart(<ChartLegendContent payload={legend} />)).toContain("Desktop");
    const payload = [{ name: "mobile", dataKey: "mobile", value: 1234, graphicalItemId: "m", payload: {} }];
    const text = inChart(<ChartTooltipContent active payload={payload} label="May" />);
    for (const part of ["Mobile", "May", (1234).toLocaleString()]) expect(text).toContain(part);
    expect(inChart(<ChartTooltipContent active={false} payload={payload} />)).not.toContain("Mobile");
  });

  it("finds the config entry of a slice by its key, and ignores inherited properties", () => {
    expect(entryOf(config, { payload: { browser: "mobile" } }, "browser")).toBe(config.mobile);
    expect(entryOf(config, {}, "constructor")).toBeUndefined();
  });
});

it("label, hint and error of a form field are associated with its control", () => {
  function Sample() {
    const form = useForm({
      defaultValues: { name: "" },
      errors: { name: { type: "min", message: "Too short." } },
    });
    return (
      <Form {...form}>
        <FormField
          control={form.control}
          name="name"
          render={({ field }) => (
            <FormItem>
              <FormLabel>Name</FormLabel>
              <FormControl>
                <Input {...field} />
              </FormControl>
              <FormDescription>As on the door.</FormDescription>
              <FormMessage />
            </FormItem>
          )}
        />
      </Form>
    );
  }
  const text = html(<Sample />);
  const [, id = ""] = /<label[^>]* for="([^"]+)"/.exec(text) ?? [];
  expect(text).toMatch(new RegExp(`<input[^>]* id="${id}"`));
  const [, described = ""] = /<input[^>]* aria-describedby="([^"]+)"/.exec(text) ?? [];
  for (const each of described.split(" ")) expect(text).toContain(`id="${each}"`);
  expect(text).toContain('aria-invalid="true"');
  expect(text).toContain("Too short.");
});

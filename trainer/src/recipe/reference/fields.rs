//! The fields of the structures, from their schema.

use super::super::Recipe;
use serde_json::Value as Json;
use toml::Value;

/// What a field takes.
#[derive(Clone, Debug)]
pub enum Kind {
    Whole,
    Number,
    Truth,
    Text,
    /// One of these names, with their meanings.
    Choice(Vec<(String, String)>),
    List(Box<Kind>),
    Either(Vec<Kind>),
    /// A table, whose fields follow.
    Table,
}

impl Kind {
    pub fn name(&self) -> String {
        match self {
            Self::Whole => "whole number".into(),
            Self::Number => "number".into(),
            Self::Truth => "`true` or `false`".into(),
            Self::Text => "text".into(),
            Self::Choice(_) => "a name".into(),
            Self::Table => "table".into(),
            Self::List(of) => match **of {
                Self::Choice(_) => "list of names".into(),
                _ => format!("list of {}s", of.name()),
            },
            Self::Either(all) => {
                let names: Vec<_> = all.iter().map(Self::name).collect();
                names.join(" or ")
            }
        }
    }

    /// What is in a list, else itself.
    pub fn inner(&self) -> &Self {
        match self {
            Self::List(of) => of.inner(),
            own => own,
        }
    }

    /// What may be a default.
    pub fn likely(&self) -> Vec<Value> {
        match self {
            Self::Whole => vec![0.into(), 1.into()],
            Self::Number => vec![0.0.into(), 1.0.into()],
            Self::Truth => vec![false.into(), true.into()],
            Self::Choice(all) => all.iter().map(|(name, _)| name.as_str().into()).collect(),
            _ => Vec::new(),
        }
    }
}

/// A field of a table.
#[derive(Clone, Debug)]
pub struct Field {
    /// With a dot for a field of a table inside this one.
    pub key: String,
    pub kind: Kind,
    pub required: bool,
    /// Whether it may have no value at all.
    pub nullable: bool,
    pub default: Option<Value>,
    pub meaning: String,
}

pub struct Schema(Json);

impl Schema {
    pub fn of_recipes() -> Self {
        Self(schemars::schema_for!(Recipe).into())
    }

    /// The fields of a recipe that are no tables.
    pub fn top(&self) -> Vec<Field> {
        let mut fields = Vec::new();
        for (key, schema) in entries(&self.0) {
            if !["net", "target", "optimizer", "run"].contains(&key.as_str()) {
                self.field(key, schema, required(&self.0, key), &mut fields);
            }
        }
        fields
    }

    /// What a table is for, and its fields.
    pub fn table(&self, name: &str) -> (Option<String>, Vec<Field>) {
        self.fields(&self.resolved(&self.0["properties"][name]))
    }

    /// The same for one kind of it.
    pub fn kind(&self, table: &str, kind: &str) -> (Option<String>, Vec<Field>) {
        let of = |schema: &&Json| schema["properties"]["kind"]["const"] == kind;
        let all = self.all_kinds(table);
        self.fields(&self.resolved(all.iter().find(of).expect(kind)))
    }

    /// How many kinds of a table there are.
    pub fn kinds(&self, table: &str) -> usize {
        self.all_kinds(table).len()
    }

    fn all_kinds(&self, table: &str) -> Vec<Json> {
        let table = self.resolved(&self.0["properties"][table]);
        table["oneOf"].as_array().expect("kinds").clone()
    }

    fn fields(&self, table: &Json) -> (Option<String>, Vec<Field>) {
        let mut fields = Vec::new();
        for (key, schema) in entries(table).filter(|(key, _)| *key != "kind") {
            self.field(key, schema, required(table, key), &mut fields);
        }
        (meaning(table), fields)
    }

    /// Adds a field, and those of a table that it is.
    fn field(&self, key: &str, schema: &Json, required_: bool, fields: &mut Vec<Field>) {
        let whole = self.resolved(schema);
        let nullable = is_nullable(schema);
        let inner = match whole["type"] == "array" {
            true => self.resolved(&whole["items"]),
            false => whole.clone(),
        };
        let default = schema.get("default").filter(|d| !d.is_null());
        fields.push(Field {
            key: key.into(),
            kind: self.kind_of(&whole),
            required: required_,
            nullable,
            default: default.map(|d| Value::try_from(d).expect("TOML has it")),
            meaning: meaning(schema).or(meaning(&whole)).unwrap_or_default(),
        });
        for (under, schema) in entries(&inner) {
            let key = format!("{key}.{under}");
            self.field(&key, schema, required(&inner, under), fields);
        }
    }

    fn kind_of(&self, schema: &Json) -> Kind {
        let schema = self.resolved(schema);
        if let Some(all) = schema["anyOf"].as_array() {
            return Kind::Either(all.iter().map(|one| self.kind_of(one)).collect());
        }
        if let Some(all) = schema["oneOf"].as_array() {
            let named = |one: &Json| {
                let name = one["const"].as_str().expect("a name");
                (name.into(), meaning(one).unwrap_or_default())
            };
            return Kind::Choice(all.iter().map(named).collect());
        }
        let kind = match &schema["type"] {
            Json::Array(several) => several[0].as_str(),
            one => one.as_str(),
        };
        match kind {
            Some("integer") => Kind::Whole,
            Some("number") => Kind::Number,
            Some("boolean") => Kind::Truth,
            Some("string") => Kind::Text,
            Some("object") => Kind::Table,
            Some("array") => Kind::List(Box::new(self.kind_of(&schema["items"]))),
            _ => panic!("a field of a kind that the reference does not know: {schema}"),
        }
    }

    /// A schema with what it refers to, and without the choice of nothing.
    fn resolved(&self, schema: &Json) -> Json {
        let mut schema = schema.clone();
        if is_nullable(&schema)
            && let Some(all) = schema["anyOf"].as_array()
        {
            schema = all[0].clone();
        }
        let Some(path) = schema["$ref"].as_str() else {
            return schema;
        };
        let path = path.trim_start_matches('#');
        let mut whole = self.0.pointer(path).expect("it is there").clone();
        let own = schema.as_object().expect("a schema");
        let into = whole.as_object_mut().expect("a schema");
        for (key, value) in own.iter().filter(|(key, _)| *key != "$ref") {
            match (into.get_mut(key), value) {
                // The kind beside the fields of a structure.
                (Some(Json::Object(there)), Json::Object(more)) => {
                    there.extend(more.clone());
                }
                (Some(Json::Array(_)), _) => {}
                _ => drop(into.insert(key.clone(), value.clone())),
            }
        }
        whole
    }
}

fn entries(table: &Json) -> impl Iterator<Item = (&String, &Json)> {
    table["properties"].as_object().into_iter().flatten()
}

fn required(table: &Json, key: &str) -> bool {
    let all = table["required"].as_array();
    all.is_some_and(|all| all.iter().any(|name| name == key))
}

fn is_nullable(schema: &Json) -> bool {
    let null = |one: &Json| one == "null" || one["type"] == "null";
    let any = |all: &Json| all.as_array().is_some_and(|all| all.iter().any(null));
    any(&schema["type"]) || any(&schema["anyOf"])
}

/// A description in one line, fit for a cell of a table.
fn meaning(schema: &Json) -> Option<String> {
    let text = schema["description"].as_str()?;
    Some(text.replace('\n', " ").replace('|', "\\|"))
}
